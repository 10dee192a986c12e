import path from "node:path";
import type { Catalog } from "../../core/catalog/catalog";
import { type JsonDocument, readDocument } from "../../core/document/reader";
import { pictureOf } from "../../core/features/reading/picture";
import { documentOf, fileFormOf } from "../../core/forms";
import type { Picture } from "../../core/grid/picture";
import { canonicalize } from "../../core/schema/canonical";
import { DocumentVersion, Version } from "../../core/sync/version";
import { CommandLineError, visible } from "../io";
import { Templates } from "../templates";

/** One version of a dashboard, ready to be drawn and compared. */
export interface Source {
  readonly label: string;
  readonly document: JsonDocument;
  readonly version: Version;
  readonly picture: Picture;
}

/**
 * The dashboard in a text.
 *
 * @param file absolute path: its name chooses the form
 * @param wanted name or address of one of several dashboards
 * @throws CommandLineError when there is none, or several and none is chosen
 */
export function sourceOf(
  label: string,
  file: string,
  text: string,
  wanted: string | undefined,
  metrics: Catalog | undefined,
  cwd: string,
): Source {
  const document = documentIn(label, file, text, wanted, cwd);
  const canonical = canonicalize(document);
  return {
    label,
    document,
    version: new DocumentVersion(document),
    picture: pictureOf(document, canonical, [], 0, metrics),
  };
}

/** A dashboard of the service. */
export function sourceOfValue(label: string, value: unknown, metrics: Catalog | undefined): Source {
  const document = readDocument(JSON.stringify(value));
  return {
    label,
    document,
    version: new Version(value),
    picture: pictureOf(document, canonicalize(document), [], 0, metrics),
  };
}

function documentIn(
  label: string,
  file: string,
  text: string,
  wanted: string | undefined,
  cwd: string,
): JsonDocument {
  const form = fileFormOf(file);
  if (!form) {
    const document = documentOf(file, text, new Templates(cwd).of(file, text));
    if (document.root?.kind !== "object")
      throw new CommandLineError(`${visible(label)} does not contain a dashboard`);
    return document;
  }
  const found = form.read(text).filter(({ document }) => document !== undefined);
  const names = found.map(({ name, address }) => visible(name || address));
  if (wanted !== undefined) {
    const chosen = found.find(({ name, address }) => name === wanted || address === wanted);
    if (chosen) return chosen.document!;
    throw new CommandLineError(
      `${visible(label)} has no dashboard ${JSON.stringify(visible(wanted))}; it has: ${names.join(", ") || "none"}`,
    );
  }
  if (found.length === 1) return found[0]!.document!;
  throw new CommandLineError(
    found.length === 0
      ? `${visible(label)} does not contain a dashboard`
      : `${visible(label)} has several dashboards; choose one with --dashboard: ${names.join(", ")}`,
  );
}

/** The name of a file for a person, relative to the working folder if it is below. */
export function shownName(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return relative.startsWith("..") ? file : relative.replaceAll(path.sep, "/");
}
