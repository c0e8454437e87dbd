/** The drawing as a file: colours of the theme and the typeface go along, so that it looks the same everywhere. */
import interUrl from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Scale } from "@/shared/charts/estimateText";
import type { Board } from "../types";
import { FrontierPoster, POSTER } from "./FrontierPoster";

export type FrontierImageKind = "png" | "svg";
/** Twice as many pixels as points: sharp on the screens of today. */
const SHARPNESS = 2;

export async function saveFrontierImage(board: Board, scale: Scale, kind: FrontierImageKind): Promise<void> {
  const drawing = await posterText(board, scale);
  const file = kind === "svg" ? new Blob([drawing], { type: "image/svg+xml" }) : await painted(drawing);
  download(file, `${fileName(board.name)}.${kind}`);
}

async function posterText(board: Board, scale: Scale): Promise<string> {
  const host = document.createElement("div");
  const root = createRoot(host);
  flushSync(() => root.render(<FrontierPoster board={board} scale={scale} />));
  const drawing = host.querySelector("svg");
  if (drawing) {
    const source = `url(${await fontData()}) format("woff2")`;
    drawing.insertAdjacentHTML(
      "afterbegin",
      `<style>@font-face{font-family:"Inter Variable";font-weight:100 900;src:${source}}</style>`,
    );
  }
  const text = drawing ? new XMLSerializer().serializeToString(drawing) : "";
  root.unmount();
  return withColours(text, getComputedStyle(document.documentElement));
}

/** The values of the CSS variables of the theme. */
export function withColours(text: string, style: Pick<CSSStyleDeclaration, "getPropertyValue">): string {
  return text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim() || "currentColor");
}

/** Letters and digits of the name, for a file that every system takes. */
export function fileName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return plain.slice(0, 60) || "board";
}

async function fontData(): Promise<string> {
  const reply = await fetch(interUrl);
  return dataUrl(await reply.blob());
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    const fail = () => reject(new Error("The typeface could not be read."));
    reader.onload = () => (typeof reader.result === "string" ? resolve(reader.result) : fail());
    reader.onerror = fail;
    reader.readAsDataURL(blob);
  });
}

async function painted(drawing: string): Promise<Blob> {
  const image = new Image();
  // As data and not as an object's address: that is what the content policy lets images come from.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = POSTER.width * SHARPNESS;
  canvas.height = POSTER.height * SHARPNESS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be created."))),
      "image/png",
    ),
  );
}

function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
