import type { FieldModel, FieldType } from "../../../../core/inspector/model";
import type { InspectorHost } from "./host";

/** The control of a field: an element that is drawn once and follows the text. */
export interface FieldEditor {
  readonly root: HTMLElement;
  /** The text may have changed. Must not touch what the user is writing unless the value of the text is another one. */
  update(field: FieldModel): void;
  /** Is not used any more. */
  dispose?(): void;
}

/** What a control gets. `id`: of the element that the label is for; `describedBy`: of the elements with hint and findings. */
export interface FieldContext {
  readonly host: InspectorHost;
  readonly type: FieldType;
  readonly field: FieldModel;
  readonly id: string;
  readonly describedBy: string;
}

/** Makes the control of a string. */
export type StringEditor = (context: FieldContext) => FieldEditor;

/**
 * Makes the control of a whole object, such as a `TimeSeriesFilter`, above the form of its members. `covers`: members that
 * it shows itself, so that the form lists them only under *All members*.
 */
export interface ObjectEditor {
  readonly covers: readonly string[];
  readonly make: StringEditor;
}

/** By `FieldType.language`; others get one line, or several where the language is one of queries. */
const stringEditors = new Map<string, StringEditor>();
/** By `FieldType.message`. */
const objectEditors = new Map<string, ObjectEditor>();

/** Registers the control of strings in a language. */
export function registerStringEditor(language: string, editor: StringEditor): void {
  stringEditors.set(language, editor);
}

/** Registers the control of objects of a message. */
export function registerObjectEditor(message: string, editor: ObjectEditor): void {
  objectEditors.set(message, editor);
}

export function stringEditorOf({ language }: FieldType): StringEditor | undefined {
  return stringEditors.get(language ?? "");
}

export function objectEditorOf({ message, container }: FieldType): ObjectEditor | undefined {
  return container ? undefined : objectEditors.get(message ?? "");
}
