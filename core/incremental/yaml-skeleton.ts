import { LineMap } from "../document/lines";
import type { ContainerNode, Node, Property } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { canonicalize } from "../schema/canonical";
import { written } from "../yaml/written";
import { moved } from "./moved";
import type { OutsideReading, SkeletonReading, SkeletonTile } from "./tile-form";
import { tilesOf } from "./tiles";
import { endOfTile } from "./yaml-lines";

/** What stands for a tile while the text around it is read. */
const STAND_IN = "{}";

/**
 * The tree of a YAML dashboard with summaries in place of its tiles. The text around the tiles is read only when it has
 * changed; the trees of the summaries are put into its tree.
 */
export function readYamlSkeleton(
  short: string,
  text: string,
  tiles: readonly SkeletonTile[],
  starts: readonly number[],
  before: OutsideReading | undefined,
  read: (text: string) => JsonDocument | undefined,
): SkeletonReading | undefined {
  let around = "";
  let copied = 0;
  const places: number[] = [];
  for (const { start, length } of tiles) {
    around += text.slice(copied, start);
    places.push(around.length);
    copied = start + length;
    around += text[copied - 1] === "\n" ? `${STAND_IN}\n` : STAND_IN;
  }
  around += text.slice(copied);
  const outside = before?.text === around ? before : readOutside(around, tiles, places, read);
  if (!outside) return undefined;
  const grafter = new Grafter(outside, tiles, starts, places);
  const problems = outside.document.problems.map((problem) => moved(problem, (at) => grafter.place(at)));
  const root = grafter.graft(outside.document.root!, undefined, undefined);
  const document = { ...outside.document, text: short, root, problems, lines: new LineMap(short) };
  return { document, canonical: canonicalize(document), outside };
}

function readOutside(
  text: string,
  tiles: readonly SkeletonTile[],
  places: readonly number[],
  read: (text: string) => JsonDocument | undefined,
): OutsideReading | undefined {
  const document = read(text);
  if (!document?.root) return undefined;
  const found = tilesOf(document.root, canonicalize(document));
  if (found?.length !== tiles.length) return undefined;
  const isInPlace = tiles.every(({ kind }, i) => {
    const { list, node } = found[i]!;
    const at = places[i]!;
    const line = text.lastIndexOf("\n", at) + 1;
    const { dash, key } = kind.columns!;
    if (list !== kind.list || node.offset !== at || node.length !== STAND_IN.length) return false;
    if (written(node)?.dash !== line + dash || at !== line + key) return false;
    const end = at + STAND_IN.length + (text[at + STAND_IN.length] === "\n" ? 1 : 0);
    return /^ *- +$/.test(text.slice(line, at)) && endOfTile(text, at, dash) === end;
  });
  if (!isInPlace) return undefined;
  return { text, document, tiles: new Map(found.map(({ node }, i) => [node, i])) };
}

/** Copies a tree with other nodes for some of its own, and with the offsets of another text. */
class Grafter {
  constructor(
    private readonly outside: OutsideReading,
    private readonly tiles: readonly SkeletonTile[],
    private readonly starts: readonly number[],
    private readonly places: readonly number[],
  ) {}

  /** Where in the skeleton an offset of the text around the tiles is. */
  place(offset: number): number {
    const { places, starts, tiles } = this;
    let low = -1;
    let high = places.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (places[middle]! <= offset) low = middle;
      else high = middle;
    }
    if (low < 0) return offset;
    const from = offset - places[low]!;
    if (from === 0) return starts[low]!;
    const { summary } = tiles[low]!;
    if (from <= STAND_IN.length) return starts[low]! + summary.tree!.root.length;
    const isClosed = this.outside.text[places[low]! + STAND_IN.length] === "\n";
    return starts[low]! + summary.text.length + from - STAND_IN.length - (isClosed ? 1 : 0);
  }

  graft(node: Node, parent: ContainerNode | undefined, property: Property | undefined): Node {
    const tile = this.outside.tiles.get(node);
    if (tile === undefined) return copy(node, parent, property, node.index, (at) => this.place(at), this);
    const start = this.starts[tile]!;
    return copy(this.tiles[tile]!.summary.tree!.root, parent, property, node.index, (at) => start + at);
  }
}

function copy(
  node: Node,
  parent: ContainerNode | undefined,
  property: Property | undefined,
  index: number,
  place: (offset: number) => number,
  grafter?: Grafter,
): Node {
  const offset = place(node.offset);
  const length = place(node.offset + node.length) - offset;
  const inner = (value: Node, above: ContainerNode, member: Property | undefined) =>
    grafter?.graft(value, above, member) ?? copy(value, above, member, value.index, place);
  if (node.kind === "array") {
    const items: Node[] = [];
    const list = { ...node, offset, length, parent, property, index, items };
    for (const item of node.items) items.push(inner(item, list, undefined));
    return list;
  }
  if (node.kind === "object") {
    const properties: Property[] = [];
    const object = { ...node, offset, length, parent, property, index, properties };
    for (const each of node.properties) {
      const member = {
        ...each,
        keyOffset: place(each.keyOffset),
        colonOffset: each.colonOffset < 0 ? -1 : place(each.colonOffset),
        parent: object,
        value: undefined as Node | undefined,
      };
      properties.push(member);
      if (each.value) member.value = inner(each.value, object, member);
    }
    return object;
  }
  const at = { ...node, offset, length, parent, property, index };
  if (at.kind !== "string" || !at.runs) return at;
  return { ...at, runs: at.runs.map((each, i) => (i % 2 ? place(each) : each)) };
}
