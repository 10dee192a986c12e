import type { Field } from "../../schema/messages";

/** The type of a field in a word, as a person says it. */
export function fieldType(field: Field): string {
  const names: Partial<Record<Field["kind"], string>> = {
    int32: "integer",
    int64: "integer",
    double: "number",
    map: "map of strings",
    bool: "true or false",
  };
  const element = field.message?.name ?? field.enum?.name ?? names[field.kind] ?? field.kind;
  return field.repeated ? `list of ${element}` : element;
}

/** Everything worth knowing about a field, as Markdown. */
export function fieldMarkdown(field: Field): string {
  const facts: string[] = [];
  if (field.defaultValue !== undefined) facts.push(`Default: \`${JSON.stringify(field.defaultValue)}\``);
  if (field.minimum !== undefined && field.minimum > -2147483648) {
    facts.push(
      field.maximum !== undefined && field.maximum < 2147483647
        ? `Range: ${field.minimum} to ${field.maximum}`
        : `At least ${field.minimum}`,
    );
  }
  if (field.oneof)
    facts.push(`Mutually exclusive: ${field.oneof.members.map((name) => `\`${name}\``).join(", ")}`);
  if (field.undocumented) facts.push("Not in the public API reference. The Cloud console writes it.");
  if (field.preview) facts.push("Preview: subject to change.");
  const parts = [field.description];
  if (field.deprecated) parts.push(`**Deprecated.** ${field.deprecated}`);
  if (facts.length > 0) parts.push(facts.map((fact) => `- ${fact}`).join("\n"));
  return parts.join("\n\n");
}
