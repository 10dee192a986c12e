/** A dashboard in which every text stands once, so that each edit can be followed. */
export interface Board {
  name?: string;
  displayName: string;
  labels?: Record<string, string>;
  mosaicLayout: { columns: number; tiles?: Tile[] };
}

interface Tile {
  xPos?: number;
  yPos?: number;
  width: number;
  height: number;
  widget: { title: string; text: { content: string } };
}

/** All strings of a dashboard that a user wrote. */
export function tokensOf(value: unknown): Set<string> {
  const { displayName, labels, mosaicLayout } = (value ?? {}) as Partial<Board>;
  const all = [
    displayName,
    ...Object.values(labels ?? {}),
    ...(mosaicLayout?.tiles ?? []).flatMap(({ widget }) => [widget.title, widget.text.content]),
  ];
  return new Set(all.filter((text) => text !== undefined));
}

/** True when another text stands in `after` where `token` stands in `before`: in a member, or in the same tile. */
export function isReplaced(token: string, before: unknown, after: unknown): boolean {
  const [old, young] = [(before ?? {}) as Partial<Board>, (after ?? {}) as Partial<Board>];
  if (old.displayName === token) return young.displayName !== undefined;
  const key = Object.entries(old.labels ?? {}).find(([, text]) => text === token)?.[0];
  if (key !== undefined) return young.labels?.[key] !== undefined;
  const textsOf = ({ widget }: Tile) => [widget.title, widget.text.content];
  const tile = old.mosaicLayout?.tiles?.find((one) => textsOf(one).includes(token));
  const others = (tile ? textsOf(tile) : []).filter((text) => text !== token);
  return (young.mosaicLayout?.tiles ?? []).some((one) => textsOf(one).some((text) => others.includes(text)));
}

/** What the one has and the other has not. */
export function minus(a: ReadonlySet<string>, b: ReadonlySet<string>): string[] {
  return [...a].filter((text) => !b.has(text));
}

/** A small new dashboard. */
export function newBoard(fresh: () => string): Board {
  const tile = (xPos: number): Tile => ({
    xPos,
    width: 6,
    height: 4,
    widget: { title: fresh(), text: { content: fresh() } },
  });
  return { displayName: fresh(), mosaicLayout: { columns: 12, tiles: [tile(0), tile(6)] } };
}

/** One edit of a dashboard: something is changed, added, moved or taken away. */
export function editedBoard(board: Board, fresh: () => string, pick: (count: number) => number): Board {
  const out = structuredClone(board);
  const tiles = (out.mosaicLayout.tiles ??= []);
  const tile = tiles[pick(Math.max(1, tiles.length))];
  // An unused row, because the service rejects overlapping tiles.
  const row = () => 4 * (1 + Number(fresh().replace(/\D/g, "")));
  const kind = pick(8);
  if (kind === 0) out.displayName = fresh();
  else if (kind <= 2) out.labels = { ...out.labels, [`key${pick(3)}`]: fresh() };
  else if (kind === 3 && tile) tile.widget.title = fresh();
  else if (kind === 4 && tile) tile.widget.text.content = fresh();
  else if (kind === 5 && tiles.length > 1) tiles.splice(pick(tiles.length), 1);
  else if (kind === 6 && tile) tile.yPos = row();
  else {
    const widget = { title: fresh(), text: { content: fresh() } };
    tiles.push({ width: 4, height: 4, xPos: 4 * pick(3), yPos: row(), widget });
  }
  return out;
}
