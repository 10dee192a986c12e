import type { ObjectNode, Property } from "../document/node";
import { detachString } from "../document/own-text";
import type { Summary } from "./tile-form";

/** The tile as shorter JSON, where objects and lists below those of the widget are empty. */
export function summarize(tile: ObjectNode, text: string, uses: readonly string[] | undefined): Summary {
  const writer = new SummaryWriter(text, tile.offset);
  writer.copy(tile.offset, 1);
  writeMembers(tile, writer, true);
  if (uses === undefined || uses.length > 0) {
    if (tile.properties.length > 0) writer.write(",");
    const named = uses?.map((name) => `{"templateVariable":${JSON.stringify(name)}}`);
    writer.write(named ? `"uses":[${named.join()}]` : '"unfinished"');
  }
  writer.copy(tile.offset + tile.length - 1, 1);
  return writer.summary();
}

/** @param isTile whether the members of the widget in it are of interest too */
function writeMembers({ properties }: ObjectNode, writer: SummaryWriter, isTile: boolean): void {
  for (const [i, property] of properties.entries()) {
    if (i > 0) writer.write(",");
    writeMember(property, writer, isTile);
  }
}

function writeMember(
  { key, keyOffset, keyLength, value }: Property,
  writer: SummaryWriter,
  isTile: boolean,
): void {
  writer.copy(keyOffset, keyLength);
  if (!value) return;
  writer.write(":");
  if (value.kind === "array") writer.write("[]");
  else if (value.kind !== "object") writer.copy(value.offset, value.length);
  else {
    writer.write("{");
    if (isTile && key === "widget") writeMembers(value, writer, false);
    writer.write("}");
  }
}

/** Writes a text of which parts are copied. */
export class SummaryWriter {
  private text = "";
  private readonly copied: number[] = [];

  constructor(
    private readonly source: string,
    private readonly start: number,
  ) {}

  get length(): number {
    return this.text.length;
  }

  copy(offset: number, length: number): void {
    this.copied.push(this.text.length, offset - this.start, length);
    this.text += this.source.slice(offset, offset + length);
  }

  write(text: string): void {
    this.text += text;
  }

  summary(): Summary {
    return { text: detachString(this.text), copied: this.copied };
  }
}

/** Where in the tile a place of its summary is. What rules find stands at tokens that are copied. */
export function placeInTile({ copied }: Summary, offset: number): number {
  let place = 0;
  for (let i = 0; i < copied.length && copied[i]! <= offset; i += 3) {
    place = copied[i + 1]! + Math.min(offset - copied[i]!, copied[i + 2]!);
  }
  return place;
}
