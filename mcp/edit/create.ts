import path from "node:path";
import { shippedCatalog } from "../../core/catalog/catalog";
import { createDashboard, creations } from "../../core/create";
import { fileNameProblem } from "../../core/create/file-name";
import { newFileText } from "../../core/forms";
import { isObject } from "../../core/shape";
import { nearestName } from "../../core/spelling";
import type { Ruling } from "../host";
import { Wrong } from "../wrong";
import type { EditArguments } from "./arguments";

/** The text of a new dashboard file. @throws Wrong when the arguments do not make one */
export function createText(file: string, { title, from, value }: EditArguments, { catalog }: Ruling): string {
  if (!/\.(?:json|ya?ml)$/i.test(file))
    throw new Wrong("A new dashboard is a .json or .yaml file, such as web.dashboard.json.");
  const problem = fileNameProblem(path.basename(file));
  if (problem) throw new Wrong(problem);
  if (value !== undefined) {
    if (from !== undefined) throw new Wrong('Specify either "value" or "from".');
    if (!isObject(value)) throw new Wrong('"value" must be the dashboard as an object.');
    return newFileText(file, title === undefined ? value : { ...value, displayName: title });
  }
  const metrics = catalog ?? shippedCatalog();
  const made = creationFor(metrics, from ?? "plain", title ?? titleFrom(file));
  return newFileText(file, from === undefined ? { ...made, mosaicLayout: { columns: 48, tiles: [] } } : made);
}

function creationFor(catalog: ReturnType<typeof shippedCatalog>, from: string, title: string) {
  const all = creations(catalog);
  const found = all.find(({ id }) => id === from || id === `${from}.googleapis.com`);
  const made = found && createDashboard(catalog, found.id, title);
  if (made) return made;
  const near = nearestName(
    from,
    all.map(({ id }) => id),
  );
  const templates = all.filter(({ kind }) => kind !== "service").map(({ id }) => id);
  throw new Wrong(
    `There is nothing named ${JSON.stringify(from)} to start from.${near ? ` Did you mean "${near}"?` : ""} Templates: ${templates.join(", ")}. Services are named like run.googleapis.com.`,
  );
}

function titleFrom(file: string): string {
  return path.basename(file).replace(/(?:\.dashboard)?\.\w+$/, "");
}
