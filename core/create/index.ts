import type { Catalog } from "../catalog/catalog";
import { valueOf } from "../document/node";
import { readDocument } from "../document/reader";
import { printTemplate } from "../features/completion/template";
import { type TemplateContext, variantsOf } from "../features/completion/templates";
import { DASHBOARD_STARTS, STARTS } from "../grid/starts";
import { messageType } from "../schema/messages";
import { isObject } from "../shape";
import { dashboardOf, type Widget } from "./page";
import { serviceDashboard, servicesOf } from "./service";
import { PAGE_TEMPLATES, type TemplateInput } from "./templates";
import { capitalized } from "./words";

export type { TemplateInput } from "./templates";

/** What a new dashboard can be made as. */
export interface Creation {
  /** `plain`, `cloud-run` or a service as `run.googleapis.com`; they are never the same. */
  readonly id: string;
  readonly kind: "start" | "template" | "service";
  readonly name: string;
  readonly about: string;
  /** What has to be known first. */
  readonly input?: TemplateInput;
}

/** Everything that a new dashboard can be made as: beginnings, templates, and the services of the catalog by name. */
export function creations(catalog: Catalog): Creation[] {
  return [
    ...startVariants().map(({ id, label, about }): Creation => {
      return { id, kind: "start", name: capitalized(label), about };
    }),
    ...PAGE_TEMPLATES.map(({ id, name, about, input }): Creation => {
      return { id, kind: "template", name, about, ...(input && { input }) };
    }),
    ...servicesOf(catalog).map(({ service, name, metrics }): Creation => {
      const about = `The golden signals of ${service}, from ${metrics} metric${metrics === 1 ? "" : "s"}.`;
      return { id: service, kind: "service", name, about };
    }),
  ];
}

/**
 * A new dashboard in canonical form; undefined when there is no such creation.
 *
 * @param title its display name; what the creation is called when undefined
 * @param answer what the creation's `input` asks for; an example when undefined
 */
export function createDashboard(
  catalog: Catalog,
  id: string,
  title?: string,
  answer?: string,
): Widget | undefined {
  const made = make(catalog, id, answer);
  return made && title ? { ...made, displayName: title } : made;
}

/** Why an answer to a creation's question is not usable. */
export function answerProblem(input: TemplateInput, answer: string): string | undefined {
  return input.pattern.test(answer) ? undefined : input.problem;
}

function make(catalog: Catalog, id: string, answer: string | undefined): Widget | undefined {
  const start = startVariants().find((one) => one.id === id);
  if (start) return start.make();
  const template = PAGE_TEMPLATES.find((one) => one.id === id);
  return template ? dashboardOf(template.page(answer)) : serviceDashboard(catalog, id);
}

/** The context of a template in a file that has nothing yet. */
const NOTHING: TemplateContext = {
  owner: undefined,
  inMosaic: false,
  columns: 48,
  place: () => ({ x: 0, y: 0 }),
  variables: [],
  missingVariables: [],
  projects: [],
  alertPolicies: [],
};

/** The beginnings that completion writes into an empty file, with their defaults in place of its stops. */
function startVariants() {
  const type = messageType("Dashboard");
  const variants = variantsOf("Dashboard", NOTHING);
  return STARTS.flatMap((id) => {
    const variant = variants.find(({ label }) => label === DASHBOARD_STARTS[id]);
    if (!variant) return [];
    const make = (): Widget | undefined => {
      const options = { type, snakeCase: false, indent: "  ", eol: "\n", snippets: false };
      const { root } = readDocument(printTemplate(variant.value, options));
      const value = root && valueOf(root);
      return isObject(value) ? value : undefined;
    };
    return [{ id, label: variant.label, about: variant.about, make }];
  });
}
