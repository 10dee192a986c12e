/**
 * One option of a command line. The members that `parseArgs` of Node knows have its names, so a table can be passed to it.
 */
export interface Option {
  readonly type: "boolean" | "string";
  /** One letter, for `-q`. */
  readonly short?: string;
  /** May be given several times. */
  readonly multiple?: boolean;
  readonly default?: string;
  /** The only values of the option. */
  readonly choices?: readonly string[];
  /** What the value is called, such as FILE; `NAME[=VALUE]` if it is more. Not needed with choices. */
  readonly value?: string;
  /** What the option does: starts in lower case, no period at the end. Code stands in backticks, which help omits. */
  readonly help: string;
  /** Sentences that only the documentation adds, in Markdown. */
  readonly more?: string;
  /** What a shell can offer as the value. */
  readonly complete?: Completion;
}

/** Values that a shell can offer. */
export type Completion =
  | "files"
  | "dashboards"
  | "profiles"
  | "usage-profiles"
  | "rules"
  | "commands"
  | "revisions";

/** The options of a command by their long names, in the order of help. */
export type OptionTable = Readonly<Record<string, Option>>;

/** Columns of the labels in help, with the space before and after. */
const LABELS = 23;
const WIDTH = 110;

/** The value of an option in a label: `FILE`, `text|json`, or nothing. */
function valueOf({ type, choices, value }: Option): string {
  if (type === "boolean") return "";
  const all = choices?.join("|");
  return ` ${value ?? all ?? "VALUE"}`;
}

/** `--format text|json`, `-q, --quiet`. */
export function optionLabel(name: string, option: Option): string {
  return `${option.short ? `-${option.short}, ` : ""}--${name}${valueOf(option)}`;
}

/** What an option does, with its values and its default, in Markdown; no period at the end. */
export function optionText({ help, choices, value, default: initial, multiple }: Option): string {
  const named = choices?.map((choice) => `\`${choice}\`${choice === initial ? " (default)" : ""}`).join(", ");
  const listed = choices && value ? `: ${named}` : initial === undefined ? "" : `; \`${initial}\` by default`;
  return `${help}${listed}${multiple ? " (repeatable)" : ""}`;
}

/** The options for `--help`, one or more lines each, with a line break at the end. */
export function optionHelp(table: OptionTable): string {
  return Object.entries(table)
    .map(([name, option]) => {
      const label = `  ${optionLabel(name, option)}`;
      const text = optionText(option).replaceAll("`", "");
      const lines = wrapped(text, WIDTH - LABELS).map((line) => " ".repeat(LABELS) + line);
      if (label.length < LABELS) return `${label.padEnd(LABELS)}${lines.join("\n").trimStart()}\n`;
      return `${label}\n${lines.join("\n")}\n`;
    })
    .join("");
}

/** A paragraph in lines of at most `width` characters, as far as its words allow. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
