/** What stands between `${` and `}` for an expression of Terraform's. */
export interface Naming {
  /**
   * For an expression in a string.
   *
   * @param place what to call it after when the expression is no reference, such as the key whose value it is
   */
  inString(expression: string, place: string): string;
  /** For an expression that gives any value, of an object that becomes JSON. */
  asValue(expression: string, place: string): string;
}

/** Longer expressions are named after their key. */
const MAX_EXPRESSION = 200;

/** Expressions as they are written, for people to read. */
export const AS_WRITTEN: Naming = {
  inString: (expression) => expression.trim(),
  asValue(expression, place) {
    const line = expression.trim();
    return line.length <= MAX_EXPRESSION && !/[\n"{}]/.test(line) ? line : `${place} …`;
  },
};

/** The variables of a template that a text becomes, each for one expression. */
export class TemplateVariables implements Naming {
  /** Names by expression. */
  private readonly names = new Map<string, string>();

  inString(expression: string, place: string): string {
    return this.nameOf(expression, place);
  }

  asValue(expression: string, place: string): string {
    // The marker of a heredoc stands alone on its line.
    const end = expression.includes("<<") ? "\n" : "";
    const isReference = /^[\w.]+$/.test(expression);
    const name = isReference ? expression.split(".").at(-1)! : place;
    return this.nameOf(`jsonencode(${expression}${end})`, name);
  }

  /** The name of the variable that stands for an expression. */
  private nameOf(expression: string, place: string): string {
    const source = expression.trim();
    const known = this.names.get(source);
    if (known !== undefined) return known;
    const taken = new Set(this.names.values());
    const stem = stemOf(source) || wordOf(place) || "value";
    let name = stem;
    for (let number = 2; taken.has(name); number++) name = `${stem}_${number}`;
    this.names.set(source, name);
    return name;
  }

  get size(): number {
    return this.names.size;
  }

  /** `name = expression` for each variable, in the order of their first use. */
  assignments(): string[] {
    const width = Math.max(...[...this.names.values()].map((name) => name.length));
    return [...this.names].map(([expression, name]) => `${name.padEnd(width)} = ${expression}`);
  }
}

/** `var.project_id` is `project_id`; `google_monitoring_alert_policy.cpu.name` is `cpu_name`. */
function stemOf(source: string): string {
  if (!/^[A-Za-z_][\w-]*(?:\.[\w-]+|\[(?:\d+|"[^"\\]*"|\*)\])*$/.test(source)) return "";
  const parts = source.split(/[.[\]"]+/).filter(Boolean);
  const [first = ""] = parts;
  if (["var", "local", "each", "module", "data"].includes(first)) parts.shift();
  if (first === "each" && parts[0] === "value" && parts.length > 1) parts.shift();
  else if (first === "data" || first.startsWith("google_")) parts.shift();
  return wordOf(parts.slice(-2).join("_"));
}

function wordOf(text: string): string {
  const word = text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return /^\d/.test(word) ? `value_${word}` : word;
}
