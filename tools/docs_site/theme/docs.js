// Behaviour of the documentation pages: menu, theme, search. Without it the pages are readable, but not searchable.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);

  // Menu of narrow windows.
  const menu = document.querySelector(".menu");
  const sidebar = byId("sidebar");
  const openMenu = (open) => {
    sidebar.classList.toggle("open", open);
    menu.setAttribute("aria-expanded", String(open));
  };
  menu.addEventListener("click", () => openMenu(menu.getAttribute("aria-expanded") !== "true"));
  // Only within the sidebar: scrollIntoView would move the page too.
  const current = sidebar.querySelector("[aria-current]");
  if (current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2;

  // The same three choices as in the product, kept under the same name.
  const THEME_KEY = "edison.theme";
  const NEXT = { system: "light", light: "dark", dark: "system" };
  const NAMES = { system: "System", light: "Light", dark: "Dark" };
  const themeButton = document.querySelector(".theme");
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    const stored = localStorage.getItem(THEME_KEY);
    return stored === "light" || stored === "dark" ? stored : "system";
  };
  const applyTheme = () => {
    const choice = chosen();
    const dark = choice === "dark" || (choice === "system" && prefersDark.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    const word = document.createElement("span");
    word.textContent = "Theme: ";
    themeButton.replaceChildren(word, NAMES[choice]);
    themeButton.setAttribute("aria-label", `Theme: ${NAMES[choice]}`);
  };
  themeButton.addEventListener("click", () => {
    const choice = NEXT[chosen()];
    if (choice === "system") localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
    applyTheme();
  });
  prefersDark.addEventListener("change", applyTheme);
  applyTheme();

  // Tables and code that are wider than the page can be scrolled with the keyboard.
  const markScrollable = () => {
    for (const box of document.querySelectorAll(".scroll")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", markScrollable);
  document.fonts.ready.then(markScrollable);
  markScrollable();

  // Search: the index is loaded when somebody first searches.
  const MOST = 12;
  const field = byId("search");
  const results = byId("results");
  const found = byId("found");
  let index = null;
  let selected = 0;

  const load = () =>
    (index ??= fetch("/docs/search.json")
      .then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.json();
      })
      .then((entries) =>
        entries.map(([page, heading, address, text]) => ({
          page,
          heading,
          address,
          text,
          title: (heading || page).toLowerCase(),
          both: `${page} ${heading}`.toLowerCase(),
          body: text.toLowerCase(),
        })),
      )
      .catch((error) => {
        index = null;
        throw error;
      }));

  // Every word must occur. A title counts more than a text, its beginning more than its middle.
  const rank = (entry, words) => {
    let points = 0;
    for (const word of words) {
      if (entry.title === word) points += 40;
      else if (entry.title.startsWith(word)) points += 20;
      else if (entry.title.includes(word)) points += 10;
      else if (entry.both.includes(word)) points += 5;
      else if (entry.body.includes(word)) points += 1;
      else return 0;
    }
    if (entry.title.includes(words.join(" "))) points += 15;
    // A page before its sections, and written pages before those of the API.
    if (!entry.heading) points += 3;
    if (entry.address.includes("/reference/api/")) points -= 4;
    return Math.max(points, 0.1);
  };

  const excerpt = (entry, word) => {
    const at = Math.max(0, entry.body.indexOf(word) - 40);
    return (at ? "…" : "") + entry.text.slice(at, at + 160);
  };

  const marked = (text, words) => {
    const parts = document.createDocumentFragment();
    const pattern = new RegExp(`(${words.map((word) => word.replace(/[^\w]/g, "\\$&")).join("|")})`, "gi");
    for (const [at, part] of text.split(pattern).entries()) {
      if (at % 2) {
        const mark = document.createElement("mark");
        mark.textContent = part;
        parts.append(mark);
      } else parts.append(part);
    }
    return parts;
  };

  const close = () => {
    results.hidden = true;
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
  };

  const select = (at) => {
    const links = [...results.querySelectorAll("a")];
    if (!links.length) return;
    selected = (at + links.length) % links.length;
    links.forEach((link, place) => link.setAttribute("aria-selected", String(place === selected)));
    links[selected].scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", links[selected].id);
  };

  const say = (text) => {
    const line = document.createElement("p");
    line.setAttribute("role", "option");
    line.setAttribute("aria-disabled", "true");
    line.textContent = text;
    results.replaceChildren(line);
    found.textContent = text;
  };

  const search = async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) {
      close();
      return;
    }
    let entries;
    try {
      entries = await load();
    } catch {
      say("The search index could not be loaded. Check the connection and type again.");
      results.hidden = false;
      return;
    }
    // Somebody may have typed on while the index was loaded.
    if (words.join(" ") !== field.value.toLowerCase().split(/\s+/).filter(Boolean).join(" ")) return;
    const best = entries
      .map((entry) => ({ entry, points: rank(entry, words) }))
      .filter(({ points }) => points > 0)
      .sort((one, other) => other.points - one.points)
      .slice(0, MOST);
    if (best.length) {
      results.replaceChildren(
        ...best.map(({ entry }, at) => {
          const link = document.createElement("a");
          link.id = `result-${at}`;
          link.href = entry.address;
          link.tabIndex = -1;
          link.setAttribute("role", "option");
          const title = document.createElement("strong");
          title.append(marked(entry.heading ? `${entry.page}: ${entry.heading}` : entry.page, words));
          const text = document.createElement("span");
          text.append(marked(excerpt(entry, words[0]), words));
          link.append(title, text);
          return link;
        }),
      );
      found.textContent = `${best.length} results`;
    } else say("Nothing found. Try another word.");
    results.hidden = false;
    field.setAttribute("aria-expanded", "true");
    select(0);
  };

  field.addEventListener("input", () => void search());
  field.addEventListener("focus", () => {
    load().catch(() => undefined);
    if (field.value) void search();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      select(selected + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Enter") {
      results.querySelector('[aria-selected="true"]')?.click();
    } else if (event.key === "Escape") {
      field.value = "";
      close();
    }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) close();
    else if (event.target.closest("#results a")) close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === "Escape") openMenu(false);
  });
})();
