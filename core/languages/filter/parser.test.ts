import { describe, expect, it } from "vitest";
import { type Expression, termsOf, type ValueNode } from "./ast";
import { parseFilter } from "./parser";

/** The tree as a fully parenthesised text. */
function show(node: Expression | undefined): string {
  switch (node?.kind) {
    case "and":
      return `[${node.terms.map(show).join(" & ")}]`;
    case "or":
      return `[${node.terms.map(show).join(" | ")}]`;
    case "not":
      return `!${show(node.term)}`;
    case "group":
      return `(${show(node.inner)})`;
    case "variable":
      return `$${node.name}${node.valueForm ? ".value" : ""}`;
    case "placeholder":
      return node.text;
    case "call-term":
      return value(node.call);
    case "comparison":
      return `${node.object.name ?? "?"}${node.object.key ? `.${node.object.key.text}` : ""} ${node.operator?.text ?? "·"} ${value(node.value)}`;
    default:
      return "∅";
  }
}

function value(node: ValueNode | undefined): string {
  if (!node) return "∅";
  if (node.kind === "call") return `${node.name.text}<${node.args.map(value).join(",")}>`;
  if (node.kind === "variable") return `$${node.name}`;
  return node.kind === "string" ? `'${node.text}'` : node.text;
}

const kinds = (text: string): string[] => parseFilter(text).problems.map((problem) => problem.kind);

describe("whole filters", () => {
  it.each([
    ['metric.type="a/b"', "metric.type = 'a/b'"],
    ['metric.type = "a/b"\n\tresource.type="x"', "[metric.type = 'a/b' & resource.type = 'x']"],
    ['project="a" OR project="b" metric.type="c"', "[[project = 'a' | project = 'b'] & metric.type = 'c']"],
    [
      'metric.type="a" AND (project="b" OR project="c")',
      "[metric.type = 'a' & ([project = 'b' | project = 'c'])]",
    ],
    ['NOT project="a" OR project="b"', "[!project = 'a' | project = 'b']"],
    ['-project="a"', "!project = 'a'"],
    ['metric.label."a.b/c"="x"', "metric.labels.a.b/c = 'x'"],
    ["metric.labels.a=-5", "metric.labels.a = -5"],
    ["metric.labels.a=us-b:c/d.e", "metric.labels.a = us-b:c/d.e"],
    ["metric.labels.a=x-${v.value}", "metric.labels.a = x-${v.value}"],
    ["resource.label:id", "resource.labels : id"],
    ['metric.labels.a="say \\"hi\\" \\\\d"', "metric.labels.a = 'say \"hi\" \\d'"],
    ['metric.labels.a=one_of("x", "y")', "metric.labels.a = one_of<'x','y'>"],
    ['select_slo_health("s") ${v}', "[select_slo_health<'s'> & $v]"],
    ['resource.metadata.tag.a="x"', "resource.metadata.a = 'x'"],
    ["{{a}} project={{b}}", "[{{a}} & project = {{b}}]"],
  ])("%s", (text, tree) => {
    const parsed = parseFilter(text);
    expect(show(parsed.root)).toBe(tree);
    expect(parsed.problems).toEqual([]);
  });
});

describe("broken filters", () => {
  it.each([
    ['metric.type="a', "metric.type = 'a'", "unclosed-string"],
    ['metric.type="a resource.type="b"', "[metric.type = 'a' & resource.type = 'b']", "unclosed-string"],
    [
      'metric.type="a AND resource.type="b" AND project="c"',
      "[metric.type = 'a' & resource.type = 'b' & project = 'c']",
      "unclosed-string",
    ],
    ['metric.labels.a= metric.type="b"', "[metric.labels.a = ∅ & metric.type = 'b']", "missing-value"],
    ['metric.labels.a= AND metric.type="b"', "[metric.labels.a = ∅ & metric.type = 'b']", "missing-value"],
    ['metric.labels.a metric.type="b"', "[metric.labels.a · ∅ & metric.type = 'b']", "missing-operator"],
    ['metric.type "b"', "metric.type · 'b'", "missing-operator"],
    ['= "b" metric.type="c"', "[? = 'b' & metric.type = 'c']", "missing-object"],
    [
      'metric.labels.a=one_of("x" metric.type="b"',
      "[metric.labels.a = one_of<'x'> & metric.type = 'b']",
      "unclosed-call",
    ],
    ['(metric.type="b"', "(metric.type = 'b')", "unclosed-group"],
    ['metric.type="b") project="c"', "[metric.type = 'b' & project = 'c']", "unopened-group"],
    ['metric.type="b" ${v project="c"', "[metric.type = 'b' & $v & project = 'c']", "unclosed-variable"],
    ['metric.type="b" , project="c"', "[metric.type = 'b' & project = 'c']", "unexpected"],
    ['OR metric.type="b"', "metric.type = 'b'", "leading-keyword"],
    ['metric.type="b" OR', "metric.type = 'b'", "dangling-keyword"],
    ['metric.type="b" NOT', "metric.type = 'b'", "dangling-keyword"],
    ["hello", "? · ∅", "bare-word"],
  ])("%s", (text, tree, problem) => {
    expect(show(parseFilter(text).root)).toBe(tree);
    expect(kinds(text)).toEqual([problem]);
  });

  it("gives up on nesting rather than on the process", () => {
    expect(kinds("(".repeat(8000))).toContain("too-deep");
    expect(kinds("NOT ".repeat(2000))).toContain("too-deep");
    expect(kinds(`metric.labels.a=${"f(".repeat(4000)}`)).not.toEqual([]);
  });
});

it("gives every node its own range", () => {
  const text = 'project="a" ( NOT metric.labels."k"!=one_of( "x" ) )';
  const leaf = [...termsOf(parseFilter(text).root)][1]!.node;
  expect(text.slice(leaf.offset, leaf.end)).toBe('metric.labels."k"!=one_of( "x" )');
  if (leaf.kind !== "comparison" || leaf.value?.kind !== "call") throw new Error("not a call");
  expect(text.slice(leaf.object.key!.offset, leaf.object.key!.end)).toBe('"k"');
  expect(text.slice(leaf.value.inside.offset, leaf.value.inside.end)).toBe(' "x" ');
});
