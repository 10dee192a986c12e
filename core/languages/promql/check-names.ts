import type { Catalogue } from "../../catalogue/catalogue";
import { nearestByParts } from "../../spelling";
import { finding, replaceFix, shown } from "../filter/findings";
import type { LanguageFinding } from "../language";
import { type PromqlNames, promqlNames } from "./names";
import { selectorsOf, unquoted } from "./selectors";
import { SEVERITY } from "./severity";
import type { Source } from "./source";

/**
 * Names of metrics that the catalogue would have to know: those of services it covers. Names without a service, such as
 * `up` or a recording rule's, may come from anywhere.
 */
export function checkNames(source: Source, catalogue: Catalogue): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  for (const { name, nameToken } of selectorsOf(source)) {
    // Names of other origin have neither; most queries are done here, without the table of names.
    if (!name || !nameToken || !/[:/]/.test(name) || /[\\]/.test(name)) continue;
    const names = promqlNames(catalogue);
    if (!names.isUnknown(name)) continue;
    const plain = names.withoutSuffix(name);
    const meant = plain ?? nearestName(name, names, catalogue);
    const start = nameToken.offset + (nameToken.kind === "string" ? 1 : 0);
    const range = { offset: start, end: start + unquoted(nameToken).length };
    const why = plain ? ` Only distribution metrics have this suffix.` : "";
    const message = `Metric ${shown(name)} is not in the catalog of ${catalogue.asOf}.${why}${meant ? ` Did you mean \`${meant}\`?` : ""}`;
    const fix = meant ? replaceFix(`Change to ${meant}`, range, meant) : undefined;
    out.push(finding("promql-unknown-metric", SEVERITY, range, message, fix));
  }
  return out;
}

function nearestName(name: string, names: PromqlNames, catalogue: Catalogue): string | undefined {
  if (name.includes("/")) return catalogue.nearestMetric(name);
  const service = name.slice(0, name.indexOf(":") + 1);
  const rest = names.siblings(name).map((sibling) => sibling.slice(service.length));
  const meant = nearestByParts(name.slice(service.length), rest, "_");
  return meant && service + meant;
}
