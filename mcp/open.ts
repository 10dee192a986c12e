import { Dashboard } from "../core/dashboard";
import { fileFormOf, splitPath } from "../core/forms";
import { nearestName } from "../core/spelling";
import type { Ruling } from "./host";
import { type Session, versionOf } from "./session";
import { Wrong } from "./wrong";

/** One dashboard of a file that was read. */
export interface Opened {
  /** Real path. */
  readonly file: string;
  /** For a reader. */
  readonly shown: string;
  readonly text: string;
  readonly version: string;
  readonly dashboard: Dashboard;
  /** Which of the dashboards of the file; undefined where the whole text is one. */
  readonly address: string | undefined;
  readonly ruling: Ruling;
}

/** A dashboard of a text, by its name. */
export interface Named {
  readonly name: string;
  readonly address: string | undefined;
  readonly dashboard: Dashboard;
}

/** Every dashboard that is written out in a text. @param name of the file, which chooses the form */
export function dashboardsIn(name: string, text: string, { catalog, template, others }: Ruling): Named[] {
  const form = fileFormOf(name);
  if (!form || text.trim() === "")
    return [{ name: "", address: undefined, dashboard: new Dashboard(text, catalog, template) }];
  return form.read(text, form.around?.(others)).flatMap(({ name, address, document }) => {
    return document ? [{ name: name || address, address, dashboard: Dashboard.of(document, catalog) }] : [];
  });
}

/**
 * Opens one dashboard of a file.
 *
 * @param wanted name or address, if the file has several
 * @throws Wrong when there is no such file or dashboard
 */
export async function open(session: Session, name: string, wanted: string | undefined): Promise<Opened> {
  const { file: path, id } = splitPath(name);
  const file = await session.roots.resolve(path);
  const text = await session.roots.read(file);
  const ruling = await session.host.rulingOf(file, text);
  const found = dashboardsIn(file, text, ruling);
  const shown = session.roots.shown(file);
  const { dashboard, address } = chosen(found, wanted ?? id, shown);
  return { file, shown, text, version: versionOf(text), dashboard, address, ruling };
}

/** The same dashboard in another version of the text. */
export function reopened({ file, ruling, address }: Opened, text: string): Dashboard | undefined {
  const found = dashboardsIn(file, text, ruling);
  return found.find((one) => one.address === address)?.dashboard ?? found[0]?.dashboard;
}

function chosen(found: readonly Named[], wanted: string | undefined, shown: string): Named {
  const [first, ...others] = found;
  if (!first) throw new Wrong(`${shown} does not contain a dashboard.`);
  const names = found.map(({ name }) => name).filter(Boolean);
  if (wanted === undefined) {
    if (others.length === 0) return first;
    throw new Wrong(
      `${shown} has ${found.length} dashboards. Choose one with "dashboard": ${quoted(names)}.`,
    );
  }
  const match = found.find(({ name, address }) => name === wanted || address === wanted);
  if (match) return match;
  if (names.length === 0) return first;
  const near = nearestName(wanted, names);
  throw new Wrong(
    `${shown} has no dashboard ${JSON.stringify(wanted)}.${near ? ` Did you mean ${JSON.stringify(near)}?` : ""} It has ${quoted(names)}.`,
  );
}

/** Names in quotes, as many as fit an answer. */
export function quoted(names: readonly string[], most = 12): string {
  const shown = names.slice(0, most).map((name) => JSON.stringify(name));
  return `${shown.join(", ")}${names.length > most ? ` and ${names.length - most} more` : ""}`;
}
