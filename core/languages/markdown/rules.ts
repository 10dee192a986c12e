import type { LanguageRule } from "../language";

/** Every kind of finding in the text of a text widget. */
export const markdownRules: readonly LanguageRule[] = [
  {
    id: "markdown-html",
    severity: "hint",
    evidence: "documented",
    summary: "A text widget contains HTML, which dashboards show as plain text.",
    bad: 'See <a href="https://shop.example/runbook">the runbook</a>.',
    good: "See [the runbook](https://shop.example/runbook).",
  },
  {
    id: "markdown-fence",
    severity: "information",
    evidence: "documented",
    summary: "A code block in a text widget is not closed.",
    bad: "Restart it:\n\n```\nkubectl rollout restart deployment/shop\n",
    good: "Restart it:\n\n```\nkubectl rollout restart deployment/shop\n```\n",
  },
];
