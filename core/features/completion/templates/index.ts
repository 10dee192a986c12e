import { layoutTemplates } from "./layouts";
import { partTemplates } from "./parts";
import { queryTemplates } from "./queries";
import type { TemplateContext, Templates, TemplateVariant } from "./variant";
import { widgetTemplates } from "./widgets";

export type { TemplateContext, TemplateVariant } from "./variant";

const all: Templates = { ...layoutTemplates, ...widgetTemplates, ...queryTemplates, ...partTemplates };

/** Whole values of a message, the most usual first; none for a message that has nothing worth a template. */
export function variantsOf(message: string, context: TemplateContext): readonly TemplateVariant[] {
  return Object.hasOwn(all, message) ? all[message]!(context) : [];
}
