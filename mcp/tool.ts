import type { CallToolResult, InputRequiredResult, ServerContext } from "@modelcontextprotocol/server";
import type { ObjectSchema, ValueOf } from "./schema";
import type { Session } from "./session";

/** A tool, before it is registered. */
export interface Tool {
  /** Also its first word in lists of tools. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  /** Whether it only reads. */
  readonly readOnly: boolean;
  /** Whether it can overwrite or delete something. */
  readonly destructive?: boolean;
  /** Whether calling it again with the same arguments changes nothing more. */
  readonly idempotent?: boolean;
  /** Whether it reaches beyond this machine. */
  readonly openWorld?: boolean;
  run(args: unknown, session: Session, context: ServerContext): Promise<Answer>;
}

/** What a tool answers: plain JSON that fits its output schema, and further content such as a picture. */
export type Answer =
  | {
      readonly structured: Readonly<Record<string, unknown>>;
      readonly content?: CallToolResult["content"];
    }
  | { readonly ask: InputRequiredResult };

/** A tool whose handler knows the type of its arguments, which the SDK has checked before. */
export function tool<const I extends ObjectSchema>(
  definition: Omit<Tool, "input" | "run"> & {
    readonly input: I;
    run(args: ValueOf<I>, session: Session, context: ServerContext): Promise<Answer>;
  },
): Tool {
  return definition as unknown as Tool;
}
