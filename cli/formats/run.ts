import path from "node:path";
import type { Severity } from "../../core/finding";
import type { Unreadable } from "../files";
import type { Diagnostic, FileReport } from "../report";

/** The result of `mosaic validate`, as the formats get it. All text in it is untrusted. */
export interface Run {
  /** Without what a baseline or `--quiet` leaves out. */
  readonly reports: readonly FileReport[];
  /** What could not be read. */
  readonly failures: readonly Unreadable[];
  /** The last lines for people, already inert. */
  readonly summary: string;
  /** Whether there are more warnings than `--max-warnings` allows. */
  readonly tooManyWarnings: boolean;
  /** The folder that file names are relative to. */
  readonly cwd: string;
  /** What hosts show paths relative to: the top of the repository, or else `cwd`. */
  readonly top: string;
  /** The version of Mosaic. */
  readonly version: string;
}

/** A finding with where it is. */
export interface Located {
  readonly report: FileReport;
  readonly diagnostic: Diagnostic;
  /** Relative to `Run.top`, with `/`; undefined for standard input. */
  readonly path: string | undefined;
  /** From 1, in UTF-16 characters, the end after the last one. Undefined if it is no position in the file, as in a plan. */
  readonly place: Place | undefined;
  /** The message; in a plan or in Terraform code, with the resource. */
  readonly message: string;
}

export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

const WORST_FIRST: readonly Severity[] = ["error", "warning", "information", "hint"];

/** All findings in the order of their files. */
export function located(run: Run): Located[] {
  return run.reports.flatMap((report) => {
    const { file, resource, inFile, diagnostics } = report;
    const shown = pathFromTop(file, run);
    const hasPlaces = resource === undefined || inFile === true;
    return diagnostics.map((diagnostic): Located => {
      const { start, end } = diagnostic.range;
      const place = {
        line: start.line + 1,
        column: start.character + 1,
        endLine: end.line + 1,
        endColumn: end.character + 1,
      };
      const of = [resource, hasPlaces ? undefined : diagnostic.path].filter((part) => part !== undefined);
      const message = [...of, diagnostic.message].join(": ");
      return { report, diagnostic, path: shown, place: hasPlaces ? place : undefined, message };
    });
  });
}

/** The same, errors first. */
export function worstFirst(findings: readonly Located[]): Located[] {
  const rank = ({ diagnostic }: Located) => WORST_FIRST.indexOf(diagnostic.severity);
  return [...findings].sort((a, b) => rank(a) - rank(b));
}

/** The path of a file as hosts show it; undefined for standard input. */
export function pathFromTop(file: string, { cwd, top }: Pick<Run, "cwd" | "top">): string | undefined {
  if (file === "-") return undefined;
  const relative = path.relative(top, path.resolve(cwd, file));
  return relative.replaceAll(path.sep, "/");
}
