import { draftOf } from "../edit/draft";
import { Printer } from "./edit/print";
import type { YamlHabits } from "./edit/style";

/** How a new file is written. */
const NEW_FILE: YamlHabits = {
  eol: "\n",
  unit: 2,
  listIndent: 2,
  strings: "plain",
  keys: "plain",
  braces: "",
};

/**
 * A value as YAML in block style, with a line end at its end. Strings over several lines are written as blocks; what readers of
 * YAML could take for something else than a string has quotes.
 */
export function yamlText(value: unknown): string {
  const { head, lines } = new Printer("", NEW_FILE).value(draftOf(value), {
    column: undefined,
    isItem: false,
  });
  return `${(head === "" ? lines : [head, ...lines]).join("\n")}\n`;
}
