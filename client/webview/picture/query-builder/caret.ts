import { createElement } from "../../shared/dom";

/** What decides where the lines of a text break. */
const STYLES = [
  "boxSizing",
  "width",
  "borderLeftWidth",
  "borderRightWidth",
  "borderTopWidth",
  "paddingLeft",
  "paddingRight",
  "paddingTop",
  "fontFamily",
  "fontSize",
  "fontWeight",
  "letterSpacing",
  "lineHeight",
  "tabSize",
] as const;

/** Where the caret of a text area is, in pixels of the window: a copy of its text is laid out to find out. */
export function caretRect(input: HTMLTextAreaElement): DOMRect {
  const box = input.getBoundingClientRect();
  const copy = createElement("div", "query-caret-copy", { "aria-hidden": "true" });
  const style = getComputedStyle(input);
  for (const name of STYLES) copy.style[name] = style[name];
  const mark = createElement("span", "", {}, "\u200b");
  copy.append(input.value.slice(0, input.selectionEnd), mark);
  document.body.append(copy);
  const left = box.left + mark.offsetLeft - input.scrollLeft;
  const top = Math.min(box.top + mark.offsetTop - input.scrollTop, box.bottom);
  const height = mark.offsetHeight;
  copy.remove();
  return new DOMRect(left, Math.max(top, box.top), 160, height);
}
