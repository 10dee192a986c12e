/** What an SVG element looks like when no style sheet is there. */
const LOOKS = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "vector-effect",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
  "paint-order",
  "stop-color",
  "stop-opacity",
] as const;
/** Would run, load or lead somewhere. */
const UNWANTED = "script, foreignObject, a, iframe, animate, set, style, use[href^='http']";

/**
 * A copy of a drawing in the page that looks the same without its style sheet and fills the box. `prefix` keeps its ids
 * apart from those of other drawings in the same file.
 */
export function copyOfDrawing(
  drawing: SVGSVGElement,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  prefix: string,
): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = [drawing, ...drawing.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [at, original] of originals.entries()) look(original, copies[at]!, prefix);
  for (const unwanted of copy.querySelectorAll(UNWANTED)) unwanted.remove();
  for (const [name, value] of Object.entries(box))
    copy.setAttribute(name, String(Math.round(value * 100) / 100));
  copy.setAttribute("overflow", "hidden");
  if (!copy.hasAttribute("viewBox")) copy.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  return copy;
}

function look(original: Element, copy: Element, prefix: string): void {
  const style = getComputedStyle(original);
  if (style.display === "none") {
    copy.setAttribute("display", "none");
    return;
  }
  for (const { name, value } of [...copy.attributes]) {
    if (/^on|^class$|^style$|^data-|^aria-|^tabindex$|^role$/.test(name)) copy.removeAttribute(name);
    else if (name === "id") copy.setAttribute("id", prefix + value);
    else if (/^(xlink:)?href$/.test(name)) {
      if (value.startsWith("#")) copy.setAttribute(name, `#${prefix}${value.slice(1)}`);
      else if (!value.startsWith("data:image/")) copy.removeAttribute(name);
    } else if (value.includes("url(")) copy.setAttribute(name, local(value, prefix));
  }
  for (const name of LOOKS) {
    const value = style.getPropertyValue(name);
    if (value && !DEFAULTS[name]?.includes(value)) copy.setAttribute(name, local(value, prefix));
  }
}

/** Values that need not be written. `fill` has none: a color that is inherited from the page would be another one. */
const DEFAULTS: Readonly<Partial<Record<(typeof LOOKS)[number], readonly string[]>>> = {
  "fill-opacity": ["1"],
  "fill-rule": ["nonzero"],
  "stroke-opacity": ["1"],
  "stroke-dasharray": ["none"],
  "stroke-linecap": ["butt"],
  "stroke-linejoin": ["miter"],
  "stop-color": ["rgb(0, 0, 0)"],
  "stop-opacity": ["1"],
  "vector-effect": ["none"],
  "dominant-baseline": ["auto"],
  "paint-order": ["normal"],
  "font-style": ["normal"],
  opacity: ["1"],
};

/** References within the drawing get the prefix too; the page may have written them with its own address. */
function local(value: string, prefix: string): string {
  return value.replace(/url\(["']?[^"')]*#([^"')]+)["']?\)/g, `url(#${prefix}$1)`);
}
