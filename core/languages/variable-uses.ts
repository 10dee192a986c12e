import type { Span } from "../document/node";
import { languageOf } from "./registry";
import { textVariables } from "./text-variables";

/** A template variable's name where a query uses it, in decoded text. */
export interface VariableUse extends Span {
  readonly name: string;
  /** A parameter of SQL, whose name may hold letters, digits and underscores only. */
  readonly inSql?: true;
}

/** Languages that write a variable as `${name}` or `${name.value}`. */
const braced = new Set(["monitoring-filter", "promql", "mql", "logging-query", "googlesql"]);

/**
 * Every use of a template variable in a string of this language, declared or not. In Markdown only a declared name is one:
 * prose may speak of other things with a dollar sign.
 */
export function variableUses(
  text: string,
  language: string | undefined,
  isDeclared: (name: string) => boolean = () => false,
): VariableUse[] {
  if (language === "markdown") {
    return textVariables(text, isDeclared).map(({ name, nameAt }) => ({
      name,
      offset: nameAt,
      length: name.length,
    }));
  }
  if (!language || !braced.has(language)) return [];
  const uses = text.includes("${") ? inBraces(text) : [];
  return language === "googlesql" && text.includes("@") ? [...uses, ...asParameters(text)] : uses;
}

/** Whether the service fills a name itself, such as `__interval`. */
export function isBuiltInVariable(name: string): boolean {
  return name.startsWith("__");
}

/** `${name}` and `${name.value}`; `${1}` is a group of a regular expression, and so is a name that one declares. */
function inBraces(text: string): VariableUse[] {
  const uses: VariableUse[] = [];
  const groups = new Set([...text.matchAll(/\(\?P?<([A-Za-z_][\w-]*)>/g)].map((match) => match[1]));
  for (const { 1: name = "", index } of text.matchAll(/\$\{([A-Za-z_][\w-]*)(?:\.\w+)?\}/g)) {
    if (!groups.has(name)) uses.push({ name, offset: index + 2, length: name.length });
  }
  return uses;
}

/** `@name` where SQL reads it as a parameter, not in its texts and comments; `@@name` is a variable of the system. */
function asParameters(sql: string): VariableUse[] {
  const tokens = languageOf("googlesql")?.tokens?.(sql) ?? [];
  return tokens.flatMap(({ type, offset, length }): VariableUse[] => {
    const text = sql.slice(offset, offset + length);
    if (type !== "variable" || !/^@\w+$/.test(text)) return [];
    return [{ name: text.slice(1), offset: offset + 1, length: length - 1, inSql: true }];
  });
}
