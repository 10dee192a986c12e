import type { Dashboard } from "../../../dashboard";
import { type Node, nodeAt, type ObjectNode, type Property, pathOf, valueOf } from "../../../document/node";
import { type Change, editDocument } from "../../../edit/edit";
import { dataOf, type Finding } from "../../../finding";
import type { Fix, FixProvider } from "../../../fix";
import type { Field } from "../../../schema/messages";
import { canonicalInteger, canonicalString, canonicalTimestamp } from "../../../schema/respell";
import { equalIgnoringCaseAndUnderscores, isTypo } from "../../../spelling";

/** Fixes for findings of the schema. Each is the smallest change of the text that makes the finding go. */
export const STRUCTURE_FIXES: Readonly<Record<string, FixProvider>> = {
  "unknown-member": at(({ property, suggestion, dashboard, fix }) => {
    if (!property) return [];
    const path = [...pathOf(property.parent), property.key];
    const rename = suggestion
      ? fix(
          `Rename to "${suggestion}"`,
          [{ op: "rename", path, key: suggestion }],
          isMeant(property.key, suggestion) && canHold(property, suggestion, dashboard),
          true,
        )
      : [];
    return [...rename, ...fix(`Remove "${property.key}"`, [{ op: "remove", path }])];
  }),
  "unknown-enum-value": at(({ value, suggestion, dashboard, fix, replace }) => {
    if (value?.kind !== "string") return [];
    if (suggestion) return replace(suggestion, isMeant(value.value, suggestion));
    // Of a few values each may be the one that is meant.
    return choicesOf(dashboard.canonical.fieldOf(value)).flatMap((choice) =>
      fix(`Replace with "${choice}"`, [{ op: "set", path: pathOf(value), value: choice }]),
    );
  }),
  "invalid-duration": at(({ suggestion, replace }) => (suggestion ? replace(suggestion, true) : [])),
  "not-an-integer": at(({ value, replace }) => {
    const integer =
      value?.kind === "number" || value?.kind === "string" ? canonicalInteger(value.value) : undefined;
    return integer ? replace(integer.value, integer.unambiguous) : [];
  }),
  "invalid-timestamp": at(({ value, replace }) => {
    const time = value?.kind === "string" ? canonicalTimestamp(value.value) : undefined;
    return time ? replace(time.text, time.unambiguous) : [];
  }),
  "invalid-form": at(({ value, dashboard, replace }) => {
    const name = value && dashboard.canonical.fieldOf(value)?.name;
    const form = name && value.kind === "string" ? canonicalString(name, value.value) : undefined;
    return form ? replace(form.text, form.unambiguous) : [];
  }),
  "one-of-missing": at(({ owner, dashboard, fix }) => {
    const added = owner && ADDED[dashboard.canonical.messageOf(owner)?.name ?? ""];
    if (!added || owner.kind !== "object") return [];
    const [member, empty] = added;
    return fix(`Add "${member}"`, [{ op: "set", path: [...pathOf(owner), member], value: empty }]);
  }),
  "null-in-list": at(({ value, fix }) =>
    value ? fix("Remove the entry", [{ op: "remove", path: pathOf(value) }], true) : [],
  ),
  "one-of-conflict": at(({ property, finding, fix }) => {
    const members = dataOf(finding, "one-of")?.members ?? [];
    const owner = property?.parent;
    if (!owner) return [];
    return members.flatMap((key) =>
      fix(
        `Keep "${key}" and remove the others`,
        members
          .filter((other) => other !== key)
          .map((other) => ({ op: "remove", path: [...pathOf(owner), other] })),
      ),
    );
  }),
  "missing-member": at(({ owner, finding, dashboard, fix }) => {
    const member = dataOf(finding, "missing")?.member;
    const field = owner && member ? dashboard.canonical.messageOf(owner)?.field(member) : undefined;
    if (!member || !field || owner?.kind !== "object") return [];
    const empty = field.repeated
      ? []
      : field.kind === "message"
        ? {}
        : field.kind === "int32"
          ? (field.maximum ?? 1)
          : "";
    return fix(`Add "${member}"`, [{ op: "set", path: [...pathOf(owner), member], value: empty }]);
  }),
  "foreign-json": keepInner,
  "wrong-type": at(({ value, dashboard, replace }) =>
    value ? retyped(value, dashboard).flatMap((wanted) => replace(wanted, true)) : [],
  ),
};

/** What a finding of the schema is about, and how its fixes are made. */
interface Site {
  readonly dashboard: Dashboard;
  readonly finding: Finding;
  /** The member that the finding is at or in. */
  readonly property: Property | undefined;
  /** The value that the finding is at, or that belongs to its key. */
  readonly value: Node | undefined;
  /** The value of `property`, or the whole dashboard. */
  readonly owner: Node | undefined;
  readonly suggestion: string | undefined;
  /** A fix made of changes of the value; none when they cannot be made. */
  fix(title: string, changes: readonly Change[], unambiguous?: boolean, preferred?: boolean): Fix[];
  /** The fix that gives `value` another value. */
  replace(wanted: unknown, unambiguous: boolean): Fix[];
}

/** A provider of fixes that works on the site of the finding. */
function at(fixes: (site: Site) => Fix[]): FixProvider {
  return (dashboard, finding) => {
    const { document } = dashboard;
    const { root } = document;
    const property = propertyAt(root, finding.offset);
    const value = property?.keyOffset === finding.offset ? property.value : nodeAt(root, finding.offset);
    const fix: Site["fix"] = (title, changes, unambiguous = false, preferred = unambiguous) => {
      const result = editDocument(document, changes);
      return result.ok && result.edits.length > 0
        ? [{ title, unambiguous, preferred, edits: result.edits }]
        : [];
    };
    const replace: Site["replace"] = (wanted, unambiguous) =>
      value
        ? fix(
            `Replace with ${JSON.stringify(wanted)}`,
            [{ op: "set", path: pathOf(value), value: wanted }],
            unambiguous,
            true,
          )
        : [];
    const suggestion = dataOf(finding, "suggestion")?.suggestion;
    return fixes({
      dashboard,
      finding,
      property,
      value,
      owner: property?.value ?? root,
      suggestion,
      fix,
      replace,
    });
  };
}

/** Another letter case or a slip can only mean this name; what is less alike most likely does, which is for the author to say. */
function isMeant(written: string, suggestion: string): boolean {
  return equalIgnoringCaseAndUnderscores(written, suggestion) || isTypo(written, suggestion);
}

/** Whether a member's value can be one of the field that it is renamed to, and no other member has that name. */
function canHold({ parent, value }: Property, name: string, { canonical }: Dashboard): boolean {
  const field = canonical.messageOf(parent)?.field(name);
  if (!field || !value) return false;
  if (parent.properties.some(({ key }) => key === field.name || key === field.protoName)) return false;
  if (field.repeated) return value.kind === "array";
  if (field.kind === "message" || field.kind === "map") return value.kind === "object";
  return value.kind !== "object" && value.kind !== "array";
}

/** Most values of an enum that are offered one by one. */
const MAX_CHOICES = 4;

function choicesOf(field: Field | undefined): string[] {
  const values = field?.enum?.values ?? [];
  const names = values.filter(({ name, undocumented }) => !undocumented && !name.endsWith("_UNSPECIFIED"));
  return names.length > MAX_CHOICES ? [] : names.map(({ name }) => name);
}

/** What an object that lacks one of a group is given, by its message: what says least. */
const ADDED: Readonly<Record<string, readonly [string, unknown]>> = {
  Dashboard: ["mosaicLayout", { columns: 48, tiles: [] }],
  Widget: ["blank", {}],
};

/** The same value in the type its field has, where there is exactly one such value. */
function retyped(node: Node, { canonical, document }: Dashboard): unknown[] {
  const field = canonical.fieldOf(node);
  const isText = !field || field.kind === "string" || field.kind === "enum";
  if (field?.repeated && node.parent?.kind !== "array") {
    const fits =
      node.kind === "object" ? field.kind === "message" : node.kind === "string" && field.kind !== "message";
    return fits ? [[valueOf(node)]] : [];
  }
  if (isText && (node.kind === "number" || node.kind === "boolean"))
    return field?.kind === "enum" ? [] : [document.form?.sourceOf?.(document, node) ?? String(node.value)];
  if (node.kind === "string") {
    const text = node.value.trim();
    if (field?.kind === "double" && text !== "" && Number.isFinite(Number(text))) return [Number(text)];
    if (field?.kind === "bool" && /^(on|off)$/i.test(text)) return [/^on$/i.test(text)];
  }
  if (field?.kind === "bool" && node.kind === "number" && (node.value === 0 || node.value === 1))
    return [node.value === 1];
  return [];
}

/** The property whose key starts at the offset, or whose value is the innermost there. */
function propertyAt(root: Node | undefined, offset: number): Property | undefined {
  let node: Node | undefined = nodeAt(root, offset);
  if (node?.kind === "object") {
    const own = (node as ObjectNode).properties.find((property) => property.keyOffset === offset);
    if (own) return own;
  }
  for (; node; node = node.parent) if (node.property) return node.property;
  return undefined;
}

/** The fix that keeps only the dashboard inside of something else. */
function keepInner({ text }: Dashboard, finding: Finding): Fix[] {
  const inner = dataOf(finding, "inner")?.inner;
  if (!inner) return [];
  const end = inner.offset + inner.length;
  const rest = text.slice(end);
  const edits = [
    { offset: 0, length: inner.offset, text: "" },
    { offset: end, length: rest.length, text: /\r?\n$/.exec(rest)?.[0] ?? "" },
  ];
  return [{ title: "Keep only the dashboard", unambiguous: false, preferred: true, edits }];
}
