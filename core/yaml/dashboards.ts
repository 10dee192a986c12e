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
  const all = yamlDashboards(text);
  if (all.length === 1) return all[0]!.document;
  const message = `The file contains ${all.length} dashboards. Name one of them, or move each document to a file of its own.`;
  return withoutValue(text, all[1]!, message, singleYamlDocument);
}

/**
 * The dashboard of a YAML file with this id, or this key of `yamlKeys`. A document without a value, whose problem says why, if
 * the file does not have exactly one.
 */
export function yamlDocumentNamed(text: string, key: string): JsonDocument {
  const all = yamlDashboards(text);
  const found = all.filter((dashboard) => keyOf(dashboard) === key);
  const [only, second] = found;
  const read = (changed: string) => yamlDocumentNamed(changed, key);
  if (!only) {
    const message = `No document in the file has the name ${truncate(key)}. Correct the name.`;
    return withoutValue(text, all[0]!, message, read);
  }
  if (second) {
    const message = `Documents ${only.number} and ${second.number} have the same name, ${truncate(key)}. Rename one.`;
    return withoutValue(text, second, message, read);
  }
  if (idOf(only) !== undefined || all.length === 1) return only.document;
  const message = `Document ${only.number} needs a name, such as projects/PROJECT/dashboards/ID, because the file contains several dashboards.`;
  return withoutValue(text, only, message, read);
}

/** What tells the dashboards of a YAML file apart: their ids; none where there is one dashboard. */
export function yamlKeys(text: string): readonly string[] {
  const all = yamlDashboards(text);
  return all.length > 1 ? [...new Set(all.map(keyOf))] : [];
}

/** The key of the dashboard at an offset of a YAML file with several; undefined where there is one. */
export function yamlKeyAt(text: string, offset: number): string | undefined {
  const all = yamlDashboards(text);
  if (all.length < 2) return undefined;
  const at = all.findLast(({ part }) => part.offset <= offset) ?? all[0]!;
  return keyOf(at);
}

/** Ids have no spaces, so that no other dashboard has the key of one without an id. */
function keyOf(dashboard: YamlDashboard): string {
  return idOf(dashboard) ?? `document ${dashboard.number}`;
}

function idOf({ document }: YamlDashboard): string | undefined {
  const name = childAt(document.root, "name");
  if (name?.kind !== "string") return undefined;
  return /^(?:projects\/[^/]+\/dashboards\/)?([^\s/\\?#]+)$/u.exec(name.value)?.[1];
}

function withoutValue(
  text: string,
  { part, document }: YamlDashboard,
  message: string,
  read: (text: string) => JsonDocument,
): JsonDocument {
  const problem: Finding = {
    code: "yaml-several",
    severity: "error",
    message,
    offset: part.offset,
    length: 0,
  };
  const form = yamlForm(read, { offset: 0, length: text.length });
  return { text, root: undefined, problems: [problem], lines: document.lines, namesLines: false, form };
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
