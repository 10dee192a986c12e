import { withVariables } from "../languages/text-variables";
import { type Members, membersOf, stringOf } from "../shape";
import { truncateText } from "./shorten";
import { type TextBlock, textBlocks } from "./text-blocks";

export interface TextSketch {
  readonly kind: "text";
  readonly format: "markdown" | "raw";
  /** The text with the variables' first values in it, up to `MAX_TEXT` letters. */
  readonly content: string;
  /** How many letters were left out. */
  readonly cut: number;
  readonly style: TextStyle;
  /** The beginning of the text without its Markdown signs. */
  readonly blocks: readonly TextBlock[];
}

/** The look of a text widget. Colors are `#rrggbb`, empty for the theme's own. */
export interface TextStyle {
  readonly background: string;
  readonly color: string;
  readonly size: "xs" | "s" | "m" | "l" | "xl";
  readonly padding: "xs" | "s" | "m" | "l" | "xl";
  readonly horizontal: "left" | "center" | "right";
  readonly vertical: "top" | "center" | "bottom";
  /** Edge, then where on it, such as `top-left`; empty for none. */
  readonly pointer: PointerPlace | "";
}

const POINTER_PLACES = [
  "top",
  "right",
  "bottom",
  "left",
  "top-left",
  "top-right",
  "right-top",
  "right-bottom",
  "bottom-right",
  "bottom-left",
  "left-bottom",
  "left-top",
] as const;
export type PointerPlace = (typeof POINTER_PLACES)[number];

const MAX_TEXT = 16_000;

/** `variable` gives the value that a template variable starts with, empty for all; undefined when there is none. */
export function textSketch(content: Members, variable: (name: string) => string | undefined): TextSketch {
  const written = stringOf(content["content"]);
  const text = withVariables(written, (name) => {
    const value = variable(name);
    return value === "" ? "all" : value;
  });
  const format = content["format"] === "RAW" ? "raw" : "markdown";
  return {
    kind: "text",
    format,
    content: truncateText(text, MAX_TEXT),
    cut: Math.max(0, text.length - MAX_TEXT),
    style: styleOf(membersOf(content["style"])),
    blocks: textBlocks(text, format),
  };
}

function styleOf(style: Members): TextStyle {
  const place = stringOf(style["pointerLocation"]).replace(/^PL_/, "").toLowerCase().replace("_", "-");
  return {
    background: colorOf(style["backgroundColor"]),
    color: colorOf(style["textColor"]),
    size: sizeOf(style["fontSize"], "FS", "l"),
    padding: sizeOf(style["padding"], "P", "xs"),
    horizontal: lastWord(style["horizontalAlignment"], ["left", "center", "right"]),
    vertical: lastWord(style["verticalAlignment"], ["top", "center", "bottom"]),
    pointer: POINTER_PLACES.find((known) => known === place) ?? "",
  };
}

/** `#rrggbb` of a color as the service takes it; empty for everything else. */
function colorOf(value: unknown): string {
  const text = stringOf(value);
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  return short ? `#${short[1]!.repeat(2)}${short[2]!.repeat(2)}${short[3]!.repeat(2)}`.toLowerCase() : "";
}

function sizeOf(value: unknown, prefix: string, usual: TextStyle["size"]): TextStyle["size"] {
  const sizes: Readonly<Record<string, TextStyle["size"]>> = {
    EXTRA_SMALL: "xs",
    SMALL: "s",
    MEDIUM: "m",
    LARGE: "l",
    EXTRA_LARGE: "xl",
  };
  return sizes[stringOf(value).replace(`${prefix}_`, "")] ?? usual;
}

/** `H_CENTER` → `center`; the first of the words for anything else. */
function lastWord<T extends string>(value: unknown, words: readonly [T, ...T[]]): T {
  const word = stringOf(value).slice(2).toLowerCase();
  return words.find((known) => known === word) ?? words[0];
}
