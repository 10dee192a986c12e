import type { Dashboard } from "../dashboard";
import type { Node } from "../document/node";
import { syntaxErrors } from "../document/reader";
import type { Finding } from "../finding";
import { inertText } from "../inert-text";
import type { Field, MessageType, Oneof } from "../schema/messages";
import { isObject } from "../shape";
import {
  childPointer,
  formPointer,
  nodeAtPointer,
  parentPointer,
  stampOf,
  stepInto,
  valueAt,
} from "./address";
import { chosenOf } from "./choices";
import { pointerOfFinding } from "./findings";
import type { FieldFinding, FieldModel, FieldType, Inspection, Scalar } from "./model";
import { summaryOf } from "./summary";
import { formOrder, typeOfChoice, typeOfEntry, typeOfField, unknownType } from "./types";
import { lockOf, wholeLock } from "./writable";

/** Longest JSON of a value that the schema has another type for. */
const LONGEST_FOREIGN = 200;

/**
 * The form of tiles, with what they have in common, or of the dashboard; undefined if one of the tiles is not there.
 *
 * @param findings the findings of the dashboard
 * @param fixesOf titles of the fixes of a finding, best first
 */
export function inspect(
  dashboard: Dashboard,
  tiles: readonly string[],
  findings: readonly Finding[],
  version: number,
  fixesOf: (finding: Finding) => readonly string[],
): Inspection | undefined {
  const starts = tiles.length > 0 ? tiles.map(formPointer) : [""];
  const { canonical, document } = dashboard;
  const spots = starts.map((start): Spot => {
    return { node: nodeAtPointer(canonical, start), value: valueAt(canonical.value, start) };
  });
  const [start = ""] = starts;
  if (spots.some(({ node }) => node?.kind !== "object")) return undefined;
  const types = spots.map(({ node }) => canonical.messageOf(node!));
  const [type] = types;
  if (!type || types.some((other) => other !== type)) return undefined;
  const builder = new Builder(dashboard);
  const fields = builder.members(start, spots, type);
  builder.place(starts, spots, findings, fixesOf);
  const broken = syntaxErrors(document).length > 0;
  const readOnly = wholeLock(document, broken);
  return {
    version,
    tiles,
    ...(readOnly !== undefined && { readOnly }),
    fields: withWidget(fields, tiles.length > 1),
    types: builder.types,
  };
}

/** A member, or where it would be, of one of the tiles. */
interface Spot {
  readonly node: Node | undefined;
  readonly value: unknown;
}

type Draft = { -readonly [Key in keyof FieldModel]: FieldModel[Key] };

/** The members of the widget stand beside those of its tile. The position is that of a single tile. */
function withWidget(fields: readonly FieldModel[], areSeveral: boolean): readonly FieldModel[] {
  return fields.flatMap((field) => {
    if (field.type === "Tile.widget") return field.fields ?? [];
    return areSeveral && field.type.startsWith("Tile.") ? [] : [field];
  });
}

class Builder {
  readonly types: Record<string, FieldType> = {};
  private readonly drafts = new Map<string, Draft>();

  constructor(private readonly dashboard: Dashboard) {}

  /** The members of a message, in the order of the form. */
  members(pointer: string, spots: readonly Spot[], type: MessageType): FieldModel[] {
    const known = formOrder(type).map((row) =>
      "members" in row ? this.choice(pointer, spots, type, row) : this.member(pointer, spots, type, row),
    );
    return [...known, ...this.unknown(pointer, spots, type)];
  }

  /** Shows findings at their fields, or at the nearest field around. */
  place(
    starts: readonly string[],
    spots: readonly Spot[],
    findings: readonly Finding[],
    fixesOf: (finding: Finding) => readonly string[],
  ): void {
    for (const finding of findings) {
      const at = spots.findIndex(({ node }) => {
        const end = node!.offset + node!.length;
        return finding.offset >= node!.offset && finding.offset < end;
      });
      if (at < 0) continue;
      const found = pointerOfFinding(this.dashboard, finding);
      const draft = this.draftAt(starts[0]! + found.slice(starts[at]!.length), starts[0]!);
      const shown: FieldFinding = {
        code: finding.code,
        severity: finding.severity,
        message: finding.message,
        fixes: fixesOf(finding),
      };
      if (draft?.findings?.some(({ message }) => message === shown.message)) continue;
      if (draft) draft.findings = [...(draft.findings ?? []), shown];
    }
  }

  private draftAt(pointer: string, start: string): Draft | undefined {
    for (let at = pointer; at.length > start.length; at = parentPointer(at)) {
      const draft = this.drafts.get(at) ?? this.drafts.get(at.replace(/#.*$/, ""));
      if (draft) return draft;
    }
    return undefined;
  }

  private member(parent: string, parents: readonly Spot[], owner: MessageType, field: Field): FieldModel {
    const key = `${owner.name}.${field.name}`;
    this.types[key] ??= typeOfField(owner, field);
    const pointer = childPointer(parent, field.name);
    const spots = parents.map((spot) => inside(spot, field.name));
    const draft = this.draft(pointer, key, spots);
    if (field.repeated) this.list(draft, spots, field, key);
    else if (field.kind === "map") this.map(draft, spots, key);
    else this.single(draft, spots, field);
    const lock = lockOf(this.dashboard.document, spots, parents, field);
    if (lock !== undefined) draft.readOnly = lock;
    return draft;
  }

  private draft(pointer: string, type: string, spots: readonly Spot[]): Draft {
    const stamps = spots.map(({ value }) => stampOf(value));
    const [first] = spots;
    const line = first?.node && this.dashboard.lines.positionAt(first.node.offset).line + 1;
    const draft: Draft = {
      pointer,
      type,
      stamps,
      ...(line !== undefined && { line }),
      ...(stamps.some((stamp) => stamp !== stamps[0]) && { mixed: true }),
    };
    this.drafts.set(pointer, draft);
    return draft;
  }

  /** A value that is no list and no map, or an entry of one. */
  private single(draft: Draft, spots: readonly Spot[], field: Field): void {
    const [first] = spots;
    const { message } = field;
    if (message) {
      const isForeign = spots.some(({ value }) => value !== undefined && !isObject(value));
      if (isForeign) this.foreign(draft, spots);
      else if (message.fields.length > 0) draft.fields = this.members(draft.pointer, spots, message);
      const summary = summaryOf(first?.value, message);
      if (summary && !draft.mixed) draft.summary = summary;
      return;
    }
    if (draft.mixed || first?.value === undefined) return;
    if (fits(first.value, field)) draft.value = first.value as Scalar;
    else this.foreign(draft, spots);
  }

  private list(draft: Draft, spots: readonly Spot[], field: Field, key: string): void {
    const [first] = spots;
    if (first?.value === undefined || draft.mixed) return;
    if (!Array.isArray(first.value)) {
      this.foreign(draft, spots);
      return;
    }
    const entryKey = this.entryType(key);
    draft.entries = first.value.map((_, index) => {
      const entries = spots.map((spot) => inside(spot, String(index)));
      const entry = this.draft(childPointer(draft.pointer, index), entryKey, entries);
      this.single(entry, entries, field);
      for (const inner of entry.fields ?? [])
        if (field.unused.includes(this.types[inner.type]!.name)) (inner as Draft).unused = true;
      const lock = lockOf(this.dashboard.document, entries, spots, undefined);
      if (lock !== undefined) entry.readOnly = lock;
      return entry;
    });
  }

  private map(draft: Draft, spots: readonly Spot[], key: string): void {
    const [first] = spots;
    if (first?.value === undefined || draft.mixed) return;
    if (!isObject(first.value)) {
      this.foreign(draft, spots);
      return;
    }
    const entryKey = this.entryType(key);
    draft.entries = Object.keys(first.value).map((name) => {
      const entries = spots.map((spot) => inside(spot, name));
      const entry = this.draft(childPointer(draft.pointer, name), entryKey, entries);
      entry.key = name;
      if (typeof entries[0]!.value === "string") entry.value = entries[0]!.value;
      else this.foreign(entry, entries);
      return entry;
    });
  }

  private entryType(key: string): string {
    const entryKey = `${key}[]`;
    this.types[entryKey] ??= typeOfEntry(this.types[key]!);
    return entryKey;
  }

  private choice(pointer: string, spots: readonly Spot[], owner: MessageType, oneof: Oneof): FieldModel {
    const key = `${owner.name}#${oneof.name}`;
    this.types[key] ??= typeOfChoice(owner, oneof);
    const chosen = spots.map(({ value }) => chosenOf(value, oneof));
    const [first] = chosen;
    const isMixed = chosen.some((name) => name !== first);
    const draft: Draft = {
      pointer: `${pointer}#${oneof.name}`,
      type: key,
      stamps: chosen.map(stampOf),
      ...(isMixed ? { mixed: true } : first !== undefined && { value: first }),
    };
    this.drafts.set(draft.pointer, draft);
    if (!isMixed) {
      // More than one is set where the text is wrong: all of them are shown.
      const set = oneof.members.filter((name) =>
        spots.some((spot) => inside(spot, name).value !== undefined),
      );
      draft.fields = set.map((name) => this.member(pointer, spots, owner, owner.field(name)!));
    }
    const line = draft.fields?.[0]?.line;
    if (line !== undefined) draft.line = line;
    const lock = lockOf(this.dashboard.document, [], spots, undefined);
    if (lock !== undefined) draft.readOnly = lock;
    return draft;
  }

  private unknown(pointer: string, spots: readonly Spot[], type: MessageType): FieldModel[] {
    const [first] = spots;
    if (spots.length > 1 || !isObject(first?.value)) return [];
    return Object.keys(first.value)
      .filter((name) => !type.field(name))
      .map((name) => {
        const key = `${type.name}?${name}`;
        this.types[key] ??= unknownType(inertText(name, 60));
        const spot = inside(first, name);
        const draft = this.draft(childPointer(pointer, name), key, [spot]);
        this.foreign(draft, [spot]);
        return draft;
      });
  }

  private foreign(draft: Draft, spots: readonly Spot[]): void {
    draft.foreign = inertText(JSON.stringify(spots[0]?.value) ?? "null", LONGEST_FOREIGN);
  }
}

function inside({ node, value }: Spot, name: string): Spot {
  const inner = valueAt(value, childPointer("", name));
  return { node: inner === undefined ? undefined : stepInto(node, name), value: inner };
}

/** Whether a control can show a value. */
function fits(value: unknown, field: Field): boolean {
  switch (field.kind) {
    case "bool":
      return typeof value === "boolean";
    case "int32":
      return typeof value === "number";
    case "double":
      return typeof value === "number" || typeof value === "string";
    default:
      return typeof value === "string";
  }
}
