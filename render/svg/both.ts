import { el, type SvgNode, textEl } from "./node";

/** Attributes that are colors. */
const COLORS = ["fill", "stroke", "stop-color"] as const;

/** A drawing whose colors follow the color scheme of the viewer, and the style sheet for that. */
export interface Merged {
  readonly node: SvgNode;
  readonly css: string;
}

/**
 * One drawing for light and dark viewers: colors that differ become classes, which follow the color scheme of the viewer. Both
 * drawings must have the same shape.
 */
export function mergedThemes(light: SvgNode, dark: SvgNode): Merged {
  const classes = new Map<string, string>();
  const node = merge(light, dark, classes);
  const rules = [...classes].map(([key, name]) => ({
    name,
    ...(JSON.parse(key) as Record<"light" | "dark", string>),
  }));
  const style = (scheme: "light" | "dark") => rules.map((rule) => `.${rule.name}{${rule[scheme]}}`).join("");
  return { node, css: `${style("light")}@media (prefers-color-scheme:dark){${style("dark")}}` };
}

function merge(light: SvgNode, dark: SvgNode, classes: Map<string, string>): SvgNode {
  const attributes: Record<string, string | number> = { ...light.attributes };
  const pair = { light: "", dark: "" };
  for (const name of COLORS) {
    const [a, b] = [light.attributes[name], dark.attributes[name]];
    if (a === b || a === undefined || b === undefined || !isColor(a) || !isColor(b)) continue;
    delete attributes[name];
    pair.light += `${name}:${a};`;
    pair.dark += `${name}:${b};`;
  }
  if (pair.light) {
    const key = JSON.stringify(pair);
    if (!classes.has(key)) classes.set(key, `m${classes.size}`);
    attributes["class"] = [attributes["class"], classes.get(key)!].filter(Boolean).join(" ");
  }
  // Where the shape differs all the same, the light one is drawn.
  const isSame = light.children.length === dark.children.length && light.tag === dark.tag;
  const children = light.children.map((child, at) =>
    isSame ? merge(child, dark.children[at]!, classes) : child,
  );
  return light.text === undefined
    ? el(light.tag, attributes, ...children)
    : { ...textEl(light.tag, attributes, light.text), children };
}

/** Only what certainly is a color gets into a style sheet. */
function isColor(value: string | number): boolean {
  return /^(?:#[0-9a-f]{6}|rgba?\([\d., ]+\)|none)$/i.test(String(value));
}
