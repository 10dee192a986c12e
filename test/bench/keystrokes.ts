import type { LspProcess } from "./lsp-process";

/** How a person types: at each of some places, letters one after the other, which are then removed again. */
const PLACES = 8;
const LETTERS = 4;

const JSON_STRING = /:\s*"((?:[^"\\\n]|\\.)*)"/g;
/** A string without quotes, to the end of its line. */
const YAML_STRING = /: [A-Za-z][^\n]*(?=\n)/g;

/** A change of one character, in editor coordinates, that leaves a valid text behind. */
interface Keystroke {
  readonly range: { start: Position; end: Position };
  readonly text: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/**
 * Typing inside of string values all over a text: titles, queries, durations, whatever is there. The text is the same
 * afterwards.
 */
export function keystrokesIn(text: string, places = PLACES): Keystroke[] {
  const isJson = text.trimStart().startsWith("{");
  const strings = [...text.matchAll(isJson ? JSON_STRING : YAML_STRING)];
  const out: Keystroke[] = [];
  for (let i = 0; i < places; i++) {
    const found = strings[Math.floor(((i + 0.5) / places) * strings.length)];
    if (!found) continue;
    const at = positionAt(text, found.index + found[0].length - (isJson ? 1 : 0));
    const after = (n: number) => ({ line: at.line, character: at.character + n });
    for (let n = 0; n < LETTERS; n++) {
      out.push({ range: { start: after(n), end: after(n) }, text: "abcd"[n]! });
    }
    for (let n = LETTERS; n > 0; n--) {
      out.push({ range: { start: after(n - 1), end: after(n) }, text: "" });
    }
  }
  return out;
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)!.length };
}

/** What one keystroke took, from sending it to its findings, by the clock and by the processor; in milliseconds. */
export interface Cost {
  readonly wall: number[];
  readonly cpu: number[];
}

/**
 * Types the same in several servers, one round each in turn, so that a busy machine is busy for all of them.
 *
 * @param rounds how often all keystrokes are typed; the first rounds let the engines compile and are not counted
 */
export async function typeInAll(
  servers: readonly LspProcess[],
  uri: string,
  text: string,
  { rounds = 6, warmUp = 3, places = PLACES } = {},
): Promise<Cost[]> {
  const costs = servers.map(() => ({ wall: [] as number[], cpu: [] as number[] }));
  const keystrokes = keystrokesIn(text, places);
  for (const server of servers) {
    server.open(uri, text);
    await server.findings(uri);
  }
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [i, server] of servers.entries()) {
      const before = server.cpu();
      for (const keystroke of keystrokes) {
        const start = performance.now();
        server.change(uri, [keystroke]);
        await server.findings(uri);
        if (round >= warmUp) costs[i]!.wall.push(performance.now() - start);
      }
      if (round >= warmUp) costs[i]!.cpu.push((server.cpu() - before) / keystrokes.length);
    }
  }
  for (const server of servers) server.close(uri);
  return costs;
}
