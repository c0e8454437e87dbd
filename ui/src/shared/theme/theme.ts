/** The theme the person chose. `public/theme.js` applies it before the first paint; keep the key in step. */
import { useSyncExternalStore } from "react";

export type ThemeChoice = "system" | "light" | "dark";
const STORAGE_KEY = "edison.theme";
const listeners = new Set<() => void>();
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

function currentTheme(): ThemeChoice {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === "system") localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, choice);
  applyTheme();
}

export function nextTheme(choice: ThemeChoice): ThemeChoice {
  return choice === "system" ? "light" : choice === "light" ? "dark" : "system";
}

function applyTheme(): void {
  const choice = currentTheme();
  const dark = choice === "dark" || (choice === "system" && systemDark.matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  listeners.forEach((listener) => listener());
}

systemDark.addEventListener("change", applyTheme);
// Another tab may have changed it.
window.addEventListener("storage", (event) => event.key === STORAGE_KEY && applyTheme());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, currentTheme);
}
