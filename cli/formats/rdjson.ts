import type { Position } from "../../core/document/lines";
import type { Severity } from "../../core/finding";
import { ruleAddress } from "../../core/rule-address";
import { located, type Run } from "./run";

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: "ERROR",
  warning: "WARNING",
  information: "INFO",
  hint: "INFO",
};

/** The Reviewdog Diagnostic Format, with suggested changes. Its columns count bytes of UTF-8. */
export function rdjsonReport(run: Run): string {
  const diagnostics = located(run).map(({ diagnostic, path = "-", place, message }) => {
    const { code, severity, detail, range } = diagnostic;
    const columns = detail && {
      start: { line: range.start.line, character: detail.bytes.start },
      end: { line: range.end.line, character: detail.bytes.end },
    };
    return {
      message,
      location: { path, ...(place && columns && { range: rangeOf(columns) }) },
      severity: SEVERITIES[severity],
      code: { value: code, url: ruleAddress(code) },
      ...(place &&
        detail?.edits && {
          suggestions: detail.edits.map((edit) => ({ range: rangeOf(edit.range), text: edit.text })),
        }),
    };
  });
  return `${JSON.stringify({ source: { name: "mosaic" }, diagnostics }, null, 2)}\n`;
}

const rangeOf = ({ start, end }: { readonly start: Position; readonly end: Position }) => ({
  start: positionOf(start),
  end: positionOf(end),
});

const positionOf = ({ line, character }: Position) => ({ line: line + 1, column: character + 1 });
