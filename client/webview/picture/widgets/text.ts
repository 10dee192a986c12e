import { backgroundFor, foregroundFor } from "../../../../core/grid/contents/legible";
import type { Sketch, TextSketch } from "../../../../core/grid/sketch";
import { createElement, marked, setStyle } from "../../shared/dom";
import { type Content, plainContent } from "./content";
import { markdown } from "./markdown";

/** The words of a text widget: Markdown as elements, or the text as it is. */
export function textContent(sketch: TextSketch, title: string): Content {
  const body = createElement("div", `prose prose-${sketch.format}`, { dir: "auto" });
  if (sketch.format === "raw") body.append(...marked(sketch.content));
  else body.append(markdown(sketch.content));
  if (sketch.cut > 0) {
    const left = sketch.cut.toLocaleString("en");
    body.append(createElement("p", "prose-cut", {}, `${left} more letters are not shown here.`));
  }
  const root = createElement("div", "drawing prose-box", {
    role: "group",
    "aria-label": title ? `Text of ${title}` : "Text",
    // More text than fits is scrolled, also with the keyboard.
    tabindex: "-1",
  });
  root.append(body);
  reachableWhileScrolling(root);
  return plainContent(root);
}

/** A box with more in it than fits is in the tab order, so that the keyboard can scroll it, and looks like it. */
function reachableWhileScrolling(box: HTMLElement): void {
  const look = (): void => {
    const overflows = box.scrollHeight > box.clientHeight + 1;
    if (overflows !== (box.tabIndex === 0)) box.tabIndex = overflows ? 0 : -1;
    box.classList.toggle("has-more", box.scrollHeight - box.scrollTop > box.clientHeight + 1);
  };
  new ResizeObserver(look).observe(box);
  box.addEventListener("scroll", look, { passive: true });
}

/**
 * Gives a tile the look that a text widget asks for, and takes it off other tiles.
 * `root` stands in the tile, whose classes were set just before.
 */
export function styleText(root: HTMLElement, sketch: Sketch): void {
  const tile = root.parentElement ?? root;
  for (const name of [...tile.classList]) if (name.startsWith("text-")) tile.classList.remove(name);
  const style = sketch.kind === "text" ? sketch.style : undefined;
  const colors = style?.color || style?.background;
  setStyle(tile, "--text-ground", colors ? backgroundFor(style.color, style.background) : "");
  setStyle(tile, "--text-ink", colors ? foregroundFor(style.color, style.background) : "");
  if (!style) return;
  tile.classList.add(
    `text-size-${style.size}`,
    `text-padding-${style.padding}`,
    `text-h-${style.horizontal}`,
    `text-v-${style.vertical}`,
    ...(colors ? ["text-coloured"] : []),
    ...pointerClasses(style.pointer),
  );
}

/** `top-left`: at the top edge, towards its start. */
function pointerClasses(place: string): string[] {
  const [edge, at] = place.split("-");
  if (!edge) return [];
  const where = at === undefined ? "" : at === "left" || at === "top" ? "text-at-start" : "text-at-end";
  return ["text-pointer", `text-edge-${edge}`, where].filter(Boolean);
}
