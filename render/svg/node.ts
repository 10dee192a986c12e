/** An element of an SVG as plain data. Attributes that are undefined are left out. */
export interface SvgNode {
  readonly tag: SvgTag;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly SvgNode[];
  /** Text content, which is escaped. */
  readonly text?: string;
}

/** Everything that Mosaic draws with. Nothing here can run, load or embed anything. */
export type SvgTag =
  | "svg"
  | "g"
  | "rect"
  | "line"
  | "circle"
  | "ellipse"
  | "path"
  | "polyline"
  | "polygon"
  | "text"
  | "tspan"
  | "title"
  | "desc"
  | "defs"
  | "clipPath"
  | "linearGradient"
  | "stop"
  | "style";

/** Attributes as they are given; numbers are rounded to hundredths of a pixel. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element. @param children elements; undefined ones are left out */
export function el(tag: SvgTag, attributes: Attributes = {}, ...children: (SvgNode | undefined)[]): SvgNode {
  return { tag, attributes: defined(attributes), children: children.filter((child) => child !== undefined) };
}

/** An element with text in it. */
export function textEl(tag: SvgTag, attributes: Attributes, text: string): SvgNode {
  return { tag, attributes: defined(attributes), children: [], text };
}

/** A group of elements, moved by some pixels. */
export function moved(x: number, y: number, ...children: (SvgNode | undefined)[]): SvgNode {
  return el("g", x === 0 && y === 0 ? {} : { transform: `translate(${round(x)} ${round(y)})` }, ...children);
}

/** The element as text. */
export function serialize(node: SvgNode): string {
  const out: string[] = [];
  write(node, out);
  return out.join("");
}

function write({ tag, attributes, children, text }: SvgNode, out: string[]): void {
  out.push("<", tag);
  for (const name of Object.keys(attributes))
    out.push(" ", name, '="', escaped(String(attributes[name])), '"');
  if (children.length === 0 && !text) {
    out.push("/>");
    return;
  }
  out.push(">");
  if (text) out.push(escaped(text));
  for (const child of children) write(child, out);
  out.push("</", tag, ">");
}

function defined(attributes: Attributes): Record<string, string | number> {
  const out: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) out[name] = typeof value === "number" ? round(value) : value;
  return out;
}

export function round(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 100) / 100 : 0;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for XML and HTML: markup becomes text, and characters that XML cannot contain are left out. */
export function escaped(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

/**
 * Without controls, halves of surrogate pairs, and marks that change the direction of the text around them: those would let
 * a title show other words than it contains.
 */
function withoutControls(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, "")
      .replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g, "")
      .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
  );
}
