import { applyEdits } from "../../core/edit/edit";
import { readPaste } from "../../core/features/changing/clipboard";
import { fixesOf, unambiguousEdits } from "../../core/features/changing/fixes";
import { tileAtOffset } from "../../core/features/reading/picture";
import { arrange } from "../../core/grid/arrangement";
import { CONTENT_KINDS, type ContentKind, contentsOf } from "../../core/grid/kinds";
import type { FieldChange, FieldValue } from "../../core/grid/moves/field-change";
import { usualSize } from "../../core/grid/moves/sizes";
import { childPointer, parentPointer, segmentsOf, typeAt, valueAt } from "../../core/inspector/address";
import { messageType } from "../../core/schema/messages";
import { isObject } from "../../core/shape";
import { type Opened, reopened } from "../open";
import { pointerIn } from "../pointer";
import { didYouMean } from "../schema";
import { findWidget, type NamedWidget } from "../widgets";
import { Wrong } from "../wrong";
import type { EditArguments } from "./arguments";
import { type Edited, gesture } from "./gesture";
import { place } from "./place";

/** The text of the file after an edit. @throws Wrong when it cannot be made */
export function edited(opened: Opened, args: EditArguments): Edited {
  const { widget: name, action } = args;
  switch (action) {
    case "add_widget":
      return addWidget(opened, args);
    case "fix":
      return fix(opened, args);
    case "set":
    case "unset":
      return setMember(opened, args);
    default: {
      if (name === undefined) throw new Wrong(`${action} needs "widget".`);
      const widget = findWidget(opened.dashboard, name);
      if (action === "remove_widget")
        return gesture(opened, opened.text, { type: "remove", tiles: [widget.tile.id] });
      if (action === "move_widget")
        return place(opened, { text: opened.text, select: widget.tile.id }, args.place);
      return replaceWidget(opened, widget, args.value);
    }
  }
}

function addWidget(opened: Opened, { value, place: where, widget: group }: EditArguments): Edited {
  const wanted = isObject(value) && isObject(value["widget"]) ? value["widget"] : value;
  refuseOtherThanWidget(wanted);
  const { columns, layout } = arrange(opened.dashboard.canonical.value);
  const [kind] = contentsOf(canonicalWidget(wanted)) as [ContentKind];
  const isMosaic = layout === "mosaic" || layout === "none";
  const usual = usualSize(kind, layout === "none" ? 48 : columns);
  const tile = { widget: wanted, width: where?.width ?? usual.w, height: where?.height ?? usual.h };
  const text = JSON.stringify(isMosaic ? tile : wanted);
  const read = readPaste(text);
  if (!read.ok) throw new Wrong(`"value" is not a widget. ${KINDS}`);
  const beside = group === undefined ? undefined : findWidget(opened.dashboard, group).tile.id;
  const added = gesture(opened, opened.text, {
    type: "paste",
    text,
    blocks: read.blocks,
    ...(beside !== undefined && { beside }),
  });
  if (where?.x === undefined && where?.y === undefined) return added;
  return place(opened, added, { x: where.x, y: where.y });
}

const KINDS = `A widget has a title and one of ${CONTENT_KINDS.join(", ")}; describe has an example of each.`;

/** The members of a widget in canonical names. */
function canonicalWidget(widget: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const type = messageType("Widget");
  return Object.fromEntries(
    Object.entries(widget).map(([key, value]) => [type.field(key)?.name ?? key, value]),
  );
}

function refuseOtherThanWidget(value: unknown): asserts value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new Wrong(`"value" must be a widget as an object. ${KINDS}`);
  const type = messageType("Widget");
  const names = type.fields.map((field) => field.name);
  for (const key of Object.keys(value))
    if (!type.field(key))
      throw new Wrong(`A widget has no member ${JSON.stringify(key)}.${didYouMean(key, names)} ${KINDS}`);
  if (contentsOf(canonicalWidget(value)).length === 0) throw new Wrong(`The widget has no content. ${KINDS}`);
}

function replaceWidget(opened: Opened, { tile }: NamedWidget, value: unknown): Edited {
  refuseOtherThanWidget(value);
  return fields(opened, [tile.id], [{ op: "set", pointer: inTile(tile.id, ""), value: value as FieldValue }]);
}

function setMember(opened: Opened, { widget: name, member, value, action }: EditArguments): Edited {
  if (member === undefined || member === "" || member === "/")
    throw new Wrong(`${action} needs "member", a JSON pointer such as /title.`);
  const widget = name === undefined ? undefined : findWidget(opened.dashboard, name);
  const pointer = pointerIn(member, widget ? "Widget" : "Dashboard");
  const start = widget?.tile.id ?? "";
  const tiles = widget ? [widget.tile.id] : [];
  const at = widget ? inTile(start, pointer) : pointer;
  const current = valueAt(opened.dashboard.canonical.value, start + pointer);
  if (action === "unset") {
    if (current === undefined) throw new Wrong(`${pointer} is not set. Nothing was changed.`);
    return fields(opened, tiles, [{ op: "unset", pointer: at }]);
  }
  if (value === undefined || value === null)
    throw new Wrong('set needs "value". To remove a member, use the action "unset".');
  return fields(opened, tiles, changesOf(opened, start, pointer, at, value as FieldValue));
}

/** A value at a pointer: a new entry of a list, or a member, for which others of the same choice make room. */
function changesOf(
  { dashboard }: Opened,
  start: string,
  pointer: string,
  at: string,
  value: FieldValue,
): FieldChange[] {
  const whole = dashboard.canonical.value;
  const last = segmentsOf(pointer).at(-1)!;
  const list = valueAt(whole, parentPointer(start + pointer));
  const { owner, field } = typeAt(start + pointer);
  if (field?.repeated && /^(?:\d+|-)$/.test(last)) {
    const length = Array.isArray(list) ? list.length : 0;
    const index = last === "-" ? length : Number(last);
    if (index > length) throw new Wrong(`The list has ${length} entries. Use /- for a new one.`);
    if (index === length) return [{ op: "insert", pointer: parentPointer(at), index, value }];
  }
  const oneof = field && owner?.oneofs.find(({ members }) => members.includes(field.name));
  const present = isObject(list) ? (oneof?.members ?? []).filter((name) => list[name] !== undefined) : [];
  const others = present.filter((name) => name !== field?.name);
  if (!oneof || others.length === 0) return [{ op: "set", pointer: at, value }];
  return [
    ...others.map((name): FieldChange => ({ op: "unset", pointer: childPointer(parentPointer(at), name) })),
    { op: "set", pointer: at, value },
  ];
}

/** In a mosaic, the pointers of a form start at the tile around the widget. */
function inTile(id: string, pointer: string): string {
  return id.endsWith("/widget") ? `/widget${pointer}` : pointer;
}

function fields(opened: Opened, tiles: readonly string[], changes: readonly FieldChange[]): Edited {
  const made = gesture(opened, opened.text, { type: "fields", tiles, changes });
  return { ...made, select: tiles[0] };
}

/** Rounds of fixes: one can uncover the next. */
const MAX_ROUNDS = 40;

function fix(opened: Opened, { rule, widget: name, value }: EditArguments): Edited {
  if (value !== undefined) throw new Wrong('fix has no "value". To set a member, use the action "set".');
  const { settings } = opened.ruling;
  const codes = [...new Set(opened.dashboard.findingsUnder(settings).map(({ code }) => code))];
  if (rule !== undefined && !codes.includes(rule))
    throw new Wrong(
      `There is no finding of the rule ${JSON.stringify(rule)}.${didYouMean(rule, codes)} Findings: ${codes.join(", ") || "none"}.`,
    );
  const only = name === undefined ? undefined : findWidget(opened.dashboard, name).tile.id;
  let text = opened.text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const dashboard = reopened(opened, text);
    if (!dashboard) break;
    const isMeant = ({ offset, length }: { offset: number; length: number }) =>
      only === undefined ||
      tileAtOffset(dashboard.canonical, dashboard.document, offset + Math.min(length, 1) / 2) === only;
    const edits =
      rule === undefined && only === undefined
        ? unambiguousEdits(dashboard, settings)
        : (dashboard
            .findingsUnder(settings)
            .filter((finding) => (rule === undefined || finding.code === rule) && isMeant(finding))
            .map((finding) => fixesOf(dashboard, finding)[0]?.edits)
            .find((found) => found !== undefined && applyEdits(text, found) !== text) ?? []);
    if (edits.length === 0) break;
    text = applyEdits(text, edits);
  }
  if (text === opened.text)
    throw new Wrong(
      rule === undefined
        ? 'No finding has an unambiguous fix. Name a "rule" whose finding has a fix, or set the member.'
        : `The findings of ${rule} have no automatic fix. Set the member that the finding names; describe explains the rule.`,
    );
  return { text, select: only };
}
