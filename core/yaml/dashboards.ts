import { truncate } from "../document/clip";
import { LineMap } from "../document/lines";
import { childAt, type Span } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Finding } from "../finding";
import { yamlForm } from "./form";
import { type ReadDocument, readYaml } from "./read";

/** One document of a YAML file. */
export interface YamlDashboard {
  /** Its number among the dashboards of the file, from 1. */
  readonly number: number;
  /** Its `displayName`, or its number in words. */
  readonly name: string;
  readonly nameSpan: Span;
  /** From behind the marker before it to the next one. */
  readonly part: Span;
  readonly document: JsonDocument;
}

/** Larger files are not read, in UTF-16 code units. */
const MAX_LENGTH = 4_000_000;
/** More documents than these are not told apart. */
const MAX_DOCUMENTS = 1000;

/**
 * The dashboards of a YAML file, in its order: each document that holds something is one. A file that holds nothing is one
 * dashboard without a value. Never throws; takes linear time.
 */
export function yamlDashboards(text: string): readonly YamlDashboard[] {
  const lines = new LineMap(text);
  const documents = text.length > MAX_LENGTH ? [tooLarge(text)] : readYaml(text, lines);
  const filled = documents.filter(({ root, problems }) => root || problems.length > 0);
  const chosen = filled.length > 0 ? filled.slice(0, MAX_DOCUMENTS) : [empty(text)];
  return chosen.map(({ root, problems, start, end }, i) => {
    const number = i + 1;
    const title = childAt(root, "displayName") ?? childAt(root, "display_name");
    const nameSpan = title ?? root ?? { offset: start, length: 0 };
    const read = (changed: string) => yamlDashboards(changed)[i]?.document;
    return {
      number,
      name: title?.kind === "string" && title.value !== "" ? truncate(title.value) : `document ${number}`,
      nameSpan: { offset: nameSpan.offset, length: title ? nameSpan.length : 0 },
      part: { offset: start, length: end - start },
      document: {
        text,
        root,
        problems,
        lines,
        namesLines: false,
        form: yamlForm(read, { offset: start, length: end - start }),
      },
    };
  });
}

/** The dashboard of a YAML file that is to hold one; with several, a document without a value whose problem says so. */
export function singleYamlDocument(text: string): JsonDocument {
  const [first, second, ...more] = yamlDashboards(text);
  if (!second) return first!.document;
  const count = more.length + 2;
  const problem: Finding = {
    code: "yaml-several",
    severity: "error",
    message: `The file holds ${count} dashboards, but a file that is pushed or pulled holds one. Move each document to a file of its own.`,
    offset: second.part.offset,
    length: 0,
  };
  const { lines } = first!.document;
  const form = yamlForm((changed) => singleYamlDocument(changed), { offset: 0, length: text.length });
  return { text, root: undefined, problems: [problem], lines, namesLines: false, form };
}

function empty(text: string): ReadDocument {
  return {
    root: undefined,
    problems: [
      {
        code: "yaml-syntax",
        severity: "error",
        message: "The file is empty. A dashboard is an object with a displayName and one layout.",
        offset: 0,
        length: 0,
      },
    ],
    start: 0,
    end: text.length,
  };
}

function tooLarge(text: string): ReadDocument {
  const message = "The file is too large to be a dashboard, and is not read.";
  return {
    root: undefined,
    problems: [{ code: "yaml-syntax", severity: "error", message, offset: 0, length: 1 }],
    start: 0,
    end: text.length,
  };
}
