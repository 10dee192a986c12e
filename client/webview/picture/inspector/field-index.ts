import type { FieldModel, FieldType, Inspection } from "../../../../core/inspector/model";
import { isSet } from "./parts";

/** What the help says of a field. */
export interface Described {
  readonly field: FieldModel;
  readonly type: FieldType;
}

/** The fields of a form by their pointers. */
export class FieldIndex {
  /** Pointer of the inspected tile or dashboard. */
  readonly start: string;
  private readonly fields = new Map<string, FieldModel>();

  constructor(private readonly inspection: Inspection | undefined) {
    const [tile] = inspection?.tiles ?? [];
    // In a mosaic the form begins at the tile, which has the widget's position.
    this.start = tile === undefined ? "" : tile.replace(/^(\/mosaicLayout\/tiles\/\d+)\/widget$/, "$1");
    this.add(inspection?.fields ?? []);
  }

  find(pointer: string): FieldModel | undefined {
    return this.fields.get(pointer);
  }

  describe(pointer: string): Described | undefined {
    const field = this.fields.get(pointer);
    const type = field && this.inspection?.types[field.type];
    return field && type && { field, type };
  }

  /** The pointer, or that of the nearest object around it that is in the text. */
  nearest(pointer: string): string {
    let at = pointer.includes("#") ? this.chosen(pointer) : pointer;
    while (at.length > this.start.length) {
      const field = this.fields.get(at);
      if (!field || isSet(field)) return at;
      at = at.slice(0, at.lastIndexOf("/"));
    }
    return this.inspection?.tiles[0] ?? "";
  }

  /** What a choice has chosen, or the object that the choice is of. */
  private chosen(pointer: string): string {
    return this.fields.get(pointer)?.fields?.[0]?.pointer ?? pointer.replace(/#.*$/, "");
  }

  private add(fields: readonly FieldModel[]): void {
    for (const field of fields) {
      this.fields.set(field.pointer, field);
      this.add(field.fields ?? []);
      this.add(field.entries ?? []);
    }
  }
}
