import { randomNumbers } from "../property/text-walk";

/** A part of Mosaic that is given random input. A case depends on its seed only. */
export interface Target {
  readonly name: string;
  /** Runs one case. @returns how many inputs it has tried @throws what is wrong */
  run(seed: number): number | Promise<number>;
  /** Stops what the target has started. */
  close?(): Promise<void>;
}

/** Random choices of one case. */
export class Chance {
  private readonly random: () => number;

  constructor(seed: number) {
    // Neighboring seeds would begin alike.
    this.random = randomNumbers(Math.imul(seed + 1, 0x9e3779b1));
  }

  readonly next = (): number => this.random();

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  is(probability: number): boolean {
    return this.random() < probability;
  }
}

const PIECES = [
  ..."(){}[]<>\"'`\\,;:=+-*/!|&#$%@~^?_.",
  ..."\n\r\t \0\u2028\ufeff\ud800",
  ...[
    "\r\n",
    "${",
    "$${",
    "%{",
    "{{",
    "}}",
    "//",
    "/*",
    "*/",
    "--",
    "=~",
    "<<-EOT\n",
    "\nEOT\n",
    "---\n",
    "- ",
  ],
  ...["null", "true", "1e999", "-0", "0x1f", "${zone}", "__ENV__", "\\u00", "é", "🙂", "&a ", "*a", "!!str "],
];

/** A text with some pieces cut out, doubled, moved or put in. */
export function mutated(text: string, chance: Chance, pieces: readonly string[] = PIECES): string {
  let out = text;
  for (let i = chance.below(6); i >= 0; i--) {
    const at = chance.below(out.length + 1);
    const length = chance.is(0.8) ? chance.below(8) : chance.below(out.length - at + 1);
    switch (chance.below(5)) {
      case 0:
        out = out.slice(0, at) + out.slice(at + length);
        break;
      case 1: {
        const to = chance.below(out.length + 1);
        out = out.slice(0, to) + out.slice(at, at + length) + out.slice(to);
        break;
      }
      case 2:
        out = out.slice(0, at) + chance.of(pieces).repeat(chance.is(0.05) ? 300 : 1) + out.slice(at);
        break;
      default:
        out = out.slice(0, at) + chance.of(pieces) + out.slice(at + length);
    }
  }
  return out.slice(0, 60_000);
}

/** @throws when a range is not inside of a text */
export function inside(
  text: string,
  { offset, length }: { offset: number; length: number },
  what: string,
): void {
  if (!(Number.isInteger(offset) && Number.isInteger(length) && offset >= 0 && length >= 0))
    throw new Error(`${what} has the range ${offset} + ${length}`);
  if (offset + length > text.length)
    throw new Error(`${what} ends at ${offset + length}, after the text with ${text.length} characters`);
}
