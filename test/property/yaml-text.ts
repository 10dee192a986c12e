import { isPlainSafe } from "../../core/yaml/scalars";

/** Takes numbers from a list over and over, to make choices that shrink well. */
export class Dice {
  private at = 0;
  private comments = 0;

  constructor(private readonly numbers: readonly number[]) {}

  roll(sides: number): number {
    return (this.numbers[this.at++ % this.numbers.length] ?? 0) % sides;
  }

  comment(): string {
    return `# comment ${++this.comments}.`;
  }
}

export interface YamlHand {
  readonly eol: string;
  readonly comments: boolean;
  readonly unit: number;
  /** Columns of the items of a list behind those of its key. */
  readonly listIndent: number;
  readonly blankLines: boolean;
  readonly brackets: boolean;
}

/** Writes a value as YAML in an unruly way: every style of string, comments, blank lines, brackets. */
export function scrawlYaml(value: unknown, hand: YamlHand, dice: Dice): string {
  const lines = block(value, hand, dice, 0);
  const text = lines ?? [flow(value, dice)];
  return `${text.join(hand.eol)}${dice.roll(6) === 0 ? "" : hand.eol}`;
}

function block(value: unknown, hand: YamlHand, dice: Dice, column: number): string[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item) => ["", item] as const) : Object.entries(value);
  if (entries.length === 0) return undefined;
  const pad = " ".repeat(column);
  const out: string[] = [];
  entries.forEach(([key, member], i) => {
    if (hand.blankLines && i > 0 && dice.roll(5) === 0) out.push("");
    if (hand.comments && dice.roll(6) === 0) {
      out.push(pad + dice.comment());
      if (dice.roll(4) === 0) out.push("");
    }
    const start = pad + (isList ? "-" : `${keyOf(key, dice)}:`);
    const inner = column + (isList ? 2 : Array.isArray(member) ? hand.listIndent : hand.unit);
    const nested = hand.brackets && dice.roll(5) === 0 ? undefined : block(member, hand, dice, inner);
    const tail = () => (hand.comments && dice.roll(6) === 0 ? ` ${dice.comment()}` : "");
    if (!nested) out.push(...scalarLines(start, member, column, isList, tail, hand, dice));
    else if (isList && !/^ *#/.test(nested[0]!) && dice.roll(8) > 0)
      out.push(`${start} ${nested[0]!.trimStart()}`, ...nested.slice(1));
    else out.push(start + tail(), ...nested);
  });
  return out;
}

function scalarLines(
  start: string,
  value: unknown,
  column: number,
  isItem: boolean,
  tail: () => string,
  hand: YamlHand,
  dice: Dice,
): string[] {
  const pad = " ".repeat(column + (isItem ? 2 : hand.unit));
  if (typeof value === "string" && value !== "" && !/[^\n -~äß]/.test(value)) {
    const body = value.replace(/\n+$/, "");
    const ends = value.length - body.length;
    const canBlock = body !== "" && !/^[ \n]/.test(value) && !/ (?:\n|$)/.test(value) && ends < 2;
    if (canBlock && dice.roll(3) === 0)
      return [
        `${start} |${ends === 0 ? "-" : ""}${tail()}`,
        ...body.split("\n").map((line) => (line ? pad + line : "")),
      ];
    const words = body.split(" ");
    if (canBlock && !body.includes("\n") && words.length > 2 && dice.roll(2) === 0) {
      const lines = [words.slice(0, 2).join(" "), words.slice(2).join(" ")];
      return [`${start} >${ends === 0 ? "-" : ""}${tail()}`, ...lines.map((line) => pad + line)];
    }
    if (
      ends === 0 &&
      !body.includes("\n") &&
      words.length > 2 &&
      isPlainSafe(value, true) &&
      words.every((word) => isPlainSafe(word, true)) &&
      dice.roll(2) === 0
    )
      return [`${start} ${words.slice(0, 2).join(" ")}`, pad + words.slice(2).join(" ")];
  }
  return [`${start} ${flow(value, dice)}${tail()}`];
}

function keyOf(key: string, dice: Dice): string {
  return dice.roll(6) === 0 || !isPlainSafe(key, true) ? JSON.stringify(key) : key;
}

function flow(value: unknown, dice: Dice): string {
  if (Array.isArray(value)) return `[${value.map((item) => flow(item, dice)).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${keyOf(key, dice)}: ${flow(member, dice)}`)
      .join(", ")}}`;
  if (typeof value !== "string") return JSON.stringify(value);
  const style = dice.roll(3);
  if (style === 0 && isPlainSafe(value, true)) return value;
  if (style === 1 && /^[ -~äß]*$/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value);
}
