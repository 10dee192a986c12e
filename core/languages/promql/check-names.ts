import type { Catalog } from "../../catalog/catalog";
import { nearestByParts } from "../../spelling";
import { filterFinding, inQuotes, replaceFix } from "../kit/findings";
import type { LanguageFinding } from "../language";
import { type PromqlNames, promqlNames } from "./names";
import { selectorsOf, unquoteToken } from "./selectors";
import { SEVERITY } from "./severity";
import type { PromqlSource } from "./source";

/**
 * Names of metrics that the catalog would have to know: those of services it covers. Names without a service, such as
 * `up` or a recording rule's, may come from anywhere.
 */
export function checkNames(source: PromqlSource, catalog: Catalog): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  for (const { name, nameToken } of selectorsOf(source)) {
    // Names of other origin have neither; most queries are done here, without the table of names.
    if (!name || !nameToken || !/[:/]/.test(name) || /[\\]/.test(name)) continue;
    const names = promqlNames(catalog);
    if (!names.isUnknown(name)) continue;
    const plain = names.withoutSuffix(name);
    const meant = plain ?? nearestName(name, names, catalog);
    const start = nameToken.offset + (nameToken.kind === "string" ? 1 : 0);
    const range = { offset: start, end: start + unquoteToken(nameToken).length };
    const why = plain ? ` Only distribution metrics have this suffix.` : "";
    const message = `Metric ${inQuotes(name)} is not in the catalog of ${catalog.asOf}.${why}${meant ? ` Did you mean "${meant}"?` : ""}`;
    const fix = meant ? replaceFix(`Change to ${meant}`, range, meant) : undefined;
    out.push(filterFinding("promql-unknown-metric", SEVERITY, range, message, fix));
  }
  return out;
}

function nearestName(name: string, names: PromqlNames, catalog: Catalog): string | undefined {
  if (name.includes("/")) return catalog.nearestMetric(name);
  const service = name.slice(0, name.indexOf(":") + 1);
  const rest = names.siblings(name).map((sibling) => sibling.slice(service.length));
  const meant = nearestByParts(name.slice(service.length), rest, "_");
  return meant && service + meant;
}
