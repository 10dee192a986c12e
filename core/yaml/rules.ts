import type { FormRule } from "../form-rule";

const BOARD = "displayName: Orders\ngridLayout:\n  widgets:\n  - blank: {}\n";

/** In a fixed order. */
export const yamlRules: readonly FormRule[] = [
  {
    id: "yaml-syntax",
    severity: "error",
    evidence: "parser",
    summary: "The text is not valid YAML.",
    details:
      "Indentation gives YAML its structure, so the text after a syntax error can be misread. Other findings are reported only for the text before it.",
    bad: "displayName: Orders: last hour\ngridLayout:\n  widgets:\n  - blank: {}\n",
    good: "displayName: 'Orders: last hour'\ngridLayout:\n  widgets:\n  - blank: {}\n",
  },
  {
    id: "yaml-duplicate-key",
    severity: "error",
    evidence: "parser",
    summary: "An object has a duplicate member.",
    details: "The YAML parser of `gcloud` rejects the file.",
    bad: `${BOARD}displayName: All orders\n`,
    good: BOARD,
  },
  {
    id: "yaml-alias",
    severity: "error",
    evidence: "parser",
    summary: "An alias has no anchor, refers to itself, or expands to too many values.",
    details:
      "Mosaic reads anchors, aliases and merge keys, and never edits a value through an alias. It follows aliases up to 20,000 values.",
    bad: "displayName: *team\ngridLayout:\n  widgets:\n  - blank: {}\n",
    good: "displayName: &team Orders\ngridLayout:\n  widgets:\n  - title: *team\n    blank: {}\n",
  },
  {
    id: "yaml-tag",
    severity: "error",
    evidence: "parser",
    summary: "A value has a tag that JSON has no type for.",
    details: "`gcloud` supports the tags of YAML itself, such as `!!str`, and rejects all others.",
    bad: "displayName: !title Orders\ngridLayout:\n  widgets:\n  - blank: {}\n",
    good: "displayName: !!str 2026\ngridLayout:\n  widgets:\n  - blank: {}\n",
  },
  {
    id: "yaml-key",
    severity: "error",
    evidence: "parser",
    summary: "A key is a list or an object.",
    bad: `${BOARD}[a, b]: c\n`,
    good: BOARD,
  },
  {
    id: "yaml-date",
    severity: "warning",
    evidence: "parser",
    summary: "A date is not in quotes.",
    details:
      "Without quotes, `2026-09-01` is a date in YAML. JSON has no dates, and `gcloud` fails. Mosaic reads the text.",
    bad: "displayName: 2026-09-01\ngridLayout:\n  widgets:\n  - blank: {}\n",
    good: "displayName: '2026-09-01'\ngridLayout:\n  widgets:\n  - blank: {}\n",
  },
  {
    id: "yaml-several",
    severity: "error",
    evidence: "parser",
    summary: "It is not clear which dashboard of a file to push or pull.",
    details:
      "In a file with several documents, each dashboard needs a `name` of its own, such as `projects/PROJECT/dashboards/ID`. Reported only when such a file is pushed, pulled or compared. `gcloud` accepts one document.",
    bad: `${BOARD}---\n${BOARD}`,
    good: `name: projects/shop/dashboards/orders\n${BOARD}---\nname: projects/shop/dashboards/returns\n${BOARD}`,
  },
];
