import type { ValueTemplate } from "../template";

/** One whole value to write, under a name that a person looks for. */
export interface TemplateVariant {
  readonly label: string;
  /** What it is good for, in a sentence. */
  readonly about: string;
  readonly value: ValueTemplate;
  /** What else to say beside the label. */
  readonly detail?: string;
}

/** What a template may go by. */
export interface TemplateContext {
  /** Message that the value becomes a member of; undefined for the whole file. */
  readonly owner: string | undefined;
  /** Whether what a mosaic alone may hold is allowed: groups and section headers. */
  readonly inMosaic: boolean;
  /** Columns of the mosaic. */
  readonly columns: number;
  /** The next free place for a tile of this size, in blocks. */
  place(width: number, height: number): { readonly x: number; readonly y: number };
  /** Names of the declared template variables. */
  readonly variables: readonly string[];
  /** Names of template variables that are used and not declared. */
  readonly missingVariables: readonly string[];
  /** Resource names seen here and in other dashboards, the likeliest first. */
  readonly projects: readonly string[];
  readonly alertPolicies: readonly string[];
}

export type Templates = Readonly<Record<string, (context: TemplateContext) => readonly TemplateVariant[]>>;
