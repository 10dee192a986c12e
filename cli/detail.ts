import { createHash } from "node:crypto";
import type { Dashboard } from "../core/dashboard";
import type { Position } from "../core/document/lines";
import { pathAt } from "../core/document/node";
import { fixesOf } from "../core/features/changing/fixes";
import type { Finding } from "../core/finding";

/** What some formats and a baseline need of a finding beside `Diagnostic`. */
export interface Detail {
  /** The member, without the indices of lists, so that it stays when tiles move: `mosaicLayout.tiles[].widget`. */
  readonly at: string;
  /** A hash of the reported text, without its white space. */
  readonly hash: string;
  /** Columns of the range in bytes of UTF-8, from 0. */
  readonly bytes: { readonly start: number; readonly end: number };
  readonly excerpt: Excerpt;
  /** The edits of the unambiguous fix, if it was asked for. */
  readonly edits?: readonly {
    readonly range: ByteRange;
    readonly text: string;
  }[];
}

/** Lines from 0; columns in bytes of UTF-8, from 0. */
export interface ByteRange {
  readonly start: Position;
  readonly end: Position;
}

/** Lines around the start of a finding. */
export interface Excerpt {
  /** Number of the first line, from 0. */
  readonly first: number;
  /** Column of the first character that is shown of each line: lines can be long. */
  readonly from: number;
  readonly lines: readonly string[];
}

/** What is wanted beside the findings themselves. */
export type Details = "none" | "source" | "fixes";

/** The longest piece of a line in an excerpt. */
const LONGEST = 160;
/** Of the reported text, for its hash. */
const HASHED = 500;

/** @param details not "none" */
export function detailOf(dashboard: Dashboard, finding: Finding, details: Details): Detail {
  const { text, lines, root } = dashboard.document;
  const { offset, length } = finding;
  const at = pathAt(root, offset).reduce<string>(
    (path, segment) => (typeof segment === "number" ? `${path}[]` : path ? `${path}.${segment}` : segment),
    "",
  );
  const reported = text.slice(offset, offset + Math.min(length, HASHED)).replace(/\s+/g, "");
  const fix = details === "fixes" ? fixesOf(dashboard, finding).find((one) => one.unambiguous) : undefined;
  const place = (of: number): Position => {
    const { line } = lines.positionAt(of);
    return { line, character: Buffer.byteLength(text.slice(lines.lineStart(line), of)) };
  };
  return {
    at,
    hash: createHash("sha256").update(reported).digest("hex").slice(0, 16),
    bytes: { start: place(offset).character, end: place(offset + length).character },
    excerpt: excerptAt(dashboard, offset),
    ...(fix && {
      edits: fix.edits.map((edit) => ({
        range: { start: place(edit.offset), end: place(edit.offset + edit.length) },
        text: edit.text,
      })),
    }),
  };
}

/** The line of an offset with its neighbors. */
function excerptAt({ document: { text, lines } }: Dashboard, offset: number): Excerpt {
  const { line, character } = lines.positionAt(offset);
  const first = Math.max(0, line - 1);
  const last = Math.min(lines.lineCount - 1, line + 1);
  const from = character > LONGEST / 2 ? character - LONGEST / 4 : 0;
  const shown: string[] = [];
  for (let i = first; i <= last; i++) {
    const start = lines.lineStart(i);
    const end = i + 1 < lines.lineCount ? lines.lineStart(i + 1) : text.length;
    shown.push(
      text
        .slice(start, end)
        .replace(/[\r\n]+$/, "")
        .slice(from, from + LONGEST),
    );
  }
  return { first, from, lines: shown };
}
