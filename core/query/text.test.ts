import { expect, test } from "vitest";
import type { StringNode } from "../document/node";
import { nodeAtPath } from "../document/node";
import { readDocument } from "../document/reader";
import { applyEdits } from "../edit/edit";
import { terraformDashboards } from "../terraform/dashboards";
import { queryEdit, queryTextOf } from "./text";

const PATH = ["q"];
const TEMPLATE = { template: true, braces: true };

const inJson = (written: string) => readDocument(`{ "q": ${written} }`, TEMPLATE);
const inHeredoc = (written: string) =>
  terraformDashboards(
    `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = <<EOF\n{ "q": ${written} }\nEOF\n}\n`,
  )[0]!.document!;
const inObject = (written: string) =>
  terraformDashboards(
    `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = jsonencode({\n    q = ${written}\n  })\n}\n`,
  )[0]!.document!;

/** `written` is what the file has, `shown` the text of the tab, `changed` another text, and `result` how that is written. */
test.each<[string, (written: string) => ReturnType<typeof inJson>, string, string, string, string]>([
  ["JSON", inJson, '"a=\\"b\\""', 'a="b"', 'a="c"\n', '"a=\\"c\\"\\n"'],
  ["a hole", inJson, '"a ${x}"', "a ${x}", "b ${x}", '"b ${x}"'],
  ["a hole with quotes", inJson, '"a ${f("x")}"', 'a ${f("x")}', 'b "${f("x")}"', '"b \\"${f("x")}\\""'],
  ["a hole that goes", inJson, '"a ${f("x")}"', 'a ${f("x")}', "b", '"b"'],
  ["a heredoc", inHeredoc, '"a=\\"b\\""', 'a="b"', 'a="c"', '"a=\\"c\\""'],
  ["an escape in a heredoc", inHeredoc, '"$${z}"', "${z}", "${z} ${y}", '"$${z} $${y}"'],
  [
    "a hole in a heredoc",
    inHeredoc,
    '"${var.x} $${z}"',
    "${var.x} ${z}",
    "${z} ${var.x}",
    '"$${z} ${var.x}"',
  ],
  ["a function in a heredoc", inHeredoc, '"${f("x")}"', '${f("x")}', '"${f("x")}"', '"\\"${f("x")}\\""'],
  ["quotes", inObject, '"a=\\"b\\""', 'a="b"', 'a="c"\t\b', '"a=\\"c\\"\\t\\u0008"'],
  ["a hole in quotes", inObject, '"${var.x}"', "${var.x}", "a ${var.x} ${z}", '"a ${var.x} $${z}"'],
  ["a new reference", inObject, '"a"', "a", "${local.x} ${z}", '"${local.x} $${z}"'],
  ["a function in quotes", inObject, '"${f("x")}"', '${f("x")}', 'a ${f("x")}', '"a ${f("x")}"'],
  ["a heredoc as a value", inObject, "<<EOT\nfoo\n  bar\nEOT", "foo\n  bar\n", "baz\n", "<<EOT\nbaz\nEOT"],
  [
    "an indented one",
    inObject,
    "<<-EOT\n      foo\n        ${var.x}\n    EOT",
    "foo\n  ${var.x}\n",
    "a\n\n b ${var.x}\n",
    "<<-EOT\n      a\n\n       b ${var.x}\n    EOT",
  ],
])("in %s", (_, read, written, shown, changed, result) => {
  const document = read(written);
  const node = nodeAtPath(document.root, PATH) as StringNode;
  expect(queryTextOf(document, node)).toBe(shown);
  const edit = queryEdit(document, PATH, changed);
  expect(edit?.text).toBe(result);
  const text = applyEdits(document.text, [edit!]);
  const after = document.form ? document.form.read(text)! : readDocument(text, TEMPLATE);
  expect(queryTextOf(after, nodeAtPath(after.root, PATH) as StringNode)).toBe(changed);
});

test("a text that would end the heredoc is not written", () => {
  expect(queryEdit(inObject("<<EOT\nfoo\nEOT"), PATH, "a\nEOT\nb\n")).toBeUndefined();
});
