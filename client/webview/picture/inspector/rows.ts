import type { FieldModel, FieldType } from "../../../../core/inspector/model";
import { type ObjectEditor, objectEditorOf } from "./field-kinds";
import type { FormContext } from "./form";
import { hasFindings } from "./parts";

/**
 * One row of a form. `editor`: the control of a whole object; `findings`: those of an object whose members are rows
 * themselves.
 */
export interface Row {
  readonly kind: "field" | "object" | "list" | "editor" | "findings";
  readonly key: string;
  readonly field: FieldModel;
  /** Heading; empty for none. */
  readonly group: string;
  readonly isRare: boolean;
  /** The control of the whole object shows it, too. */
  readonly isCovered?: boolean;
}

/** What the rows of an object inherit when they stand among those of the object around it. */
interface Around {
  readonly group: string | undefined;
  readonly isRare: boolean;
}

/**
 * The rows of members. Objects that their message requires, and the one that a choice has chosen, stand in line with their
 * neighbors; other objects are rows that open.
 */
export function rowsOf(fields: readonly FieldModel[], context: FormContext): Row[] {
  return fields.flatMap((field) => rowsOfField(field, context, { group: undefined, isRare: false }));
}

function rowsOfField(field: FieldModel, context: FormContext, around: Around): Row[] {
  const type = context.typeOf(field);
  const group = around.group ?? type.group ?? "";
  const isRare = around.isRare || type.rare === true || field.unused === true;
  const row = (kind: Row["kind"]): Row => ({ kind, key: `${kind} ${field.pointer}`, field, group, isRare });
  if (type.container) return [row("list")];
  if (type.control === "oneof") {
    const chosen = field.fields ?? [];
    const inner = { group: around.group ?? type.group, isRare };
    const isInline = chosen.length === 1;
    return [row("field"), ...chosen.flatMap((member) => chosenRows(member, context, inner, isInline))];
  }
  if (type.control !== "object" || field.foreign !== undefined) return [row("field")];
  const isInline = type.required === true || type.inline === true;
  return isInline
    ? inlineRows(field, context, { group: around.group ?? type.group, isRare })
    : [row("object")];
}

function chosenRows(field: FieldModel, context: FormContext, around: Around, isInline: boolean): Row[] {
  const { control } = context.typeOf(field);
  if (control === "none") return [];
  if (control !== "object" || field.foreign !== undefined || !isInline) {
    const rows = rowsOfField(field, context, around);
    return rows.map((row) => ({ ...row, isRare: false }));
  }
  return inlineRows(field, context, { ...around, isRare: false });
}

/** The members of an object in place of the object. */
function inlineRows(field: FieldModel, context: FormContext, around: Around): Row[] {
  const type = context.typeOf(field);
  const group = around.group ?? "";
  const own = (kind: Row["kind"]): Row => ({
    kind,
    key: `${kind} ${field.pointer}`,
    field,
    group,
    isRare: around.isRare,
  });
  const editor = objectEditorOf(type);
  const members = (field.fields ?? []).flatMap((member) => {
    const isCovered = editor !== undefined && covers(editor, context.typeOf(member));
    const rows = rowsOfField(member, context, { group: around.group, isRare: around.isRare });
    // What the editor shows is among the others only on request.
    return isCovered ? rows.map((row) => ({ ...row, isCovered: true, key: `covered ${row.key}` })) : rows;
  });
  return [
    ...(hasFindings({ ...field, fields: [], entries: [] }) ? [own("findings")] : []),
    ...(editor ? [own("editor")] : []),
    ...members,
  ];
}

/** Whether an editor shows a member, or one of those that a choice is between. */
function covers(editor: ObjectEditor, { name, control, choices = [] }: FieldType): boolean {
  if (control === "oneof") return choices.some(({ value }) => editor.covers.includes(value));
  return editor.covers.includes(name);
}
