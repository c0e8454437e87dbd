"""Find broken cells of tables and elements that do not fit their page, as a person would see them."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

# At these widths nothing may be wider than the page, tables included.
DESK_WIDTHS = (1280, 1440)
SIZES = {1440: (1440, 900), 1280: (1280, 800), 768: (768, 1024), 390: (390, 844)}

_CHECK = r"""
() => {
  const CELLS = "td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]";
  const TABLES = "table, [role=table], [role=grid]";
  // Longer words than this are codes, which may be divided in running text but not squeezed.
  const LONG_WORD = 24, FEWEST_LETTERS_A_LINE = 12, SLACK = 1.5;
  // With its sign, its unit and its interval, but not as a part of a code.
  const UNIT = "(?: ?%| (?:ms|s|min|h|d)(?!\\p{L}))?", INTERVAL = "(?: \\(\\S+ to \\S+\\))?";
  const NUMBER = new RegExp(
    `(?<![\\p{L}\\d_./:-])[$+\\u2212-]?\\d[\\d,.]*${UNIT}${INTERVAL}(?![\\p{L}\\d_/-])`, "gu");
  const box = (element) => element.getBoundingClientRect();
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  // Screen readers alone get what is one pixel in size.
  const unseen = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { width, height } = box(at), { visibility, opacity, overflowX, display, clipPath } = style(at);
      if (display === "contents") continue;
      if (visibility === "hidden" || opacity === "0" || clipPath === "inset(50%)") return true;
      if (overflowX !== "visible" && (width <= 1 || height <= 1)) return true;
    }
    return false;
  };
  // The lines of a text on which a word is seen; an ellipsis may cut the last word of a shortened text.
  const shortened = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (style(at).webkitLineClamp !== "none") return box(at).bottom - 2;
    return Infinity;
  };
  const lines = (range, end) => {
    const tops = [];
    for (const { top, height, width } of range.getClientRects()) {
      if (top < end && width > 0 && !tops.some((one) => Math.abs(one - top) < height / 2)) tops.push(top);
    }
    return tops.length;
  };
  const scrolls = ({ overflowX }) => overflowX === "auto" || overflowX === "scroll";
  const tipped = (element, cell) => {
    for (let at = element; at; at = at.parentElement) {
      if (at.title || at.dataset.state === "closed" || at.dataset.state === "instant-open") return true;
      if (at === cell) return false;
    }
    return false;
  };
  const check = (cell, found) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const area = box(cell);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement, text = node.data;
      if (!text.trim() || parent.closest(CELLS) !== cell || parent.closest("svg, datalist, option") || unseen(parent))
        continue;
      const range = document.createRange();
      const pieces = [...text.matchAll(/\S+/g)].flatMap((match) => {
        const whole = match[0], at = match.index;
        // A hyphen or a slash is a fair place to divide a word, but not a number or a code.
        if (/\d/.test(whole)) return [{ whole, at, number: /^[^\p{L}]+$/u.test(whole) }];
        return [...whole.matchAll(/[^\-\/\u2010-\u2014]+[\-\/\u2010-\u2014]*/g)]
          .map((part) => ({ whole: part[0], at: at + part.index, number: false }));
      });
      const numbers = [...text.matchAll(NUMBER)].map((match) => ({ whole: match[0], at: match.index, number: true }));
      for (const { whole, at, number } of [...pieces, ...numbers]) {
        range.setStart(node, at);
        range.setEnd(node, at + whole.length);
        const count = lines(range, shortened(parent)), place = range.getBoundingClientRect();
        if (count === 0) continue;
        const most = whole.length <= LONG_WORD || number ? 1 : Math.ceil(whole.length / FEWEST_LETTERS_A_LINE);
        if (count > most) found.push(`"${whole}" is broken over ${count} lines`);
        let clipped = null;
        for (let one = parent; one && !clipped; one = one.parentElement) {
          const { overflowX, overflowY, webkitLineClamp } = style(one), edge = box(one);
          if (overflowX !== "visible" && !scrolls(style(one))) {
            const sideways = place.right > edge.right + SLACK || place.left < edge.left - SLACK;
            const below = overflowY !== "visible" && place.top > edge.bottom - 2;
            if (below && webkitLineClamp !== "none") clipped = { one, fine: true };
            else if (sideways || below) clipped = { one, fine: tipped(one, cell) && !numeric(one) };
          }
          if (one === cell) break;
        }
        if (clipped && !clipped.fine) found.push(`"${whole}" is cut without a tooltip`);
        if (!clipped && (place.right > area.right + SLACK || place.left < area.left - SLACK))
          found.push(`"${whole}" sticks out of its cell`);
      }
    }
  };
  const numeric = (element) => /\d/.test(element.textContent) && !/\p{L}{3}/u.test(element.textContent);
  const tables = [...document.querySelectorAll(TABLES)].filter((one) => !unseen(one) && box(one).height > 8);
  const broken = [];
  for (const table of tables) {
    const name = table.caption?.textContent || table.getAttribute("aria-label") || "table";
    for (const cell of table.querySelectorAll(CELLS)) {
      if (cell.closest(TABLES) !== table || unseen(cell)) continue;
      const found = [];
      check(cell, found);
      if (found.length) broken.push(`${name}: ${[...new Set(found)].slice(0, 3).join("; ")}`);
    }
  }
  const page = document.documentElement, overflowing = [];
  if (page.scrollWidth > page.clientWidth) overflowing.push(`the page is ${page.scrollWidth} wide`);
  for (const element of document.querySelectorAll("body *")) {
    const { right, left, width, height } = box(element);
    if (width < 2 || height < 2 || (right <= innerWidth + SLACK && left >= -SLACK)) continue;
    let free = true;
    for (let at = element.parentElement; at && free; at = at.parentElement)
      if (style(at).overflowX !== "visible" && box(at).right <= innerWidth + SLACK)
        // What is cut off for good is as bad as what sticks out; text that ends in dots is not.
        free = !scrolls(style(at)) && element.matches("button, a, input, select, textarea");
    if (free && !unseen(element) && !element.closest("svg") && style(element).pointerEvents !== "none")
      overflowing.push(`${element.tagName.toLowerCase()} "${element.textContent.slice(0, 40)}" ends at ${right | 0}`);
  }
  const scrolled = tables
    .filter((one) => one.matches("table[role=table]"))
    .map((one) => [one, one.parentElement])
    .filter(([, around]) => scrolls(style(around)) && around.scrollWidth > around.clientWidth + 1)
    .map(([one, around]) => `${one.caption?.textContent}: ${around.scrollWidth} wide in ${around.clientWidth}`);
  return { tables: tables.length, broken, overflowing: overflowing.slice(0, 4), scrolled };
}
"""


@dataclass(slots=True)
class Found:
    """What was seen on one page at one or more widths."""

    tables: int = 0
    broken: list[str] = field(default_factory=list[str])
    overflowing: list[str] = field(default_factory=list[str])

    def add(self, where: str, seen: dict[str, Any]) -> None:
        self.broken += [f"{where}: {one}" for one in seen["broken"]]
        self.overflowing += [f"{where}: {one}" for one in seen["overflowing"]]


def resize(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": SIZES[width][1]})
    # Two frames, in which what depends on the width is drawn again.
    page.evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
    )


# With a column for each scorer they may be wider than any screen, and scroll inside of their frame.
MANY_COLUMNS = ("Results by column", "Summary by column")


def check_tables(page: Page, name: str, widths: tuple[int, ...] = tuple(SIZES)) -> Found:
    """Measure every table of the page at each width; the page is left at the last of them."""
    found = Found()
    for width in widths:
        resize(page, width)
        seen = page.evaluate(_CHECK)
        if width in DESK_WIDTHS:
            seen["overflowing"] += [
                f"scrolls sideways, {one}"
                for one in seen["scrolled"]
                if not one.startswith(MANY_COLUMNS)
            ]
        found.tables = max(found.tables, seen["tables"])
        found.add(f"{name} at {width}", seen)
    return found
