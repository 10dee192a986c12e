/** A template variable where a text names it: `${name}`, `${name.value}` or `$name`. */
export interface TextVariable {
  readonly name: string;
  /** The whole reference. */
  readonly offset: number;
  readonly end: number;
  /** Offset of the name in it. */
  readonly nameAt: number;
}

/**
 * The references to declared template variables in a text widget's content, in order. A dollar sign before any other word
 * is part of the text, such as a variable of the shell.
 */
export function textVariables(text: string, isDeclared: (name: string) => boolean): TextVariable[] {
  const found: TextVariable[] = [];
  for (const match of text.matchAll(/\$(?:\{([A-Za-z_][\w-]*)(?:\.value)?\}|([A-Za-z_][\w-]{0,99}))/g)) {
    const { 0: whole, 1: braced, 2: bare, index: offset } = match;
    const name = braced ?? longestDeclared(bare!, isDeclared);
    if (name === undefined || !isDeclared(name)) continue;
    const nameAt = offset + (braced === undefined ? 1 : 2);
    const end = braced === undefined ? nameAt + name.length : offset + whole.length;
    found.push({ name, offset, end, nameAt });
  }
  return found;
}

/** `$zone-a` names `zone-a`, or else `zone`. */
function longestDeclared(word: string, isDeclared: (name: string) => boolean): string | undefined {
  for (let name = word; ; name = name.slice(0, name.lastIndexOf("-"))) {
    if (isDeclared(name)) return name;
    if (!name.includes("-")) return undefined;
  }
}

/** The text with each reference to a variable replaced by what `valueOf` gives; undefined for no such variable. */
export function withVariables(text: string, valueOf: (name: string) => string | undefined): string {
  if (!text.includes("$")) return text;
  let out = "";
  let at = 0;
  for (const { name, offset, end } of textVariables(text, (name) => valueOf(name) !== undefined)) {
    out += text.slice(at, offset) + valueOf(name)!;
    at = end;
  }
  return out + text.slice(at);
}
