import type { Dashboard } from "../dashboard";
import {
  type Node,
  nodeAt,
  type ObjectNode,
  type Property,
  pathOf,
  type Span,
  valueOf,
} from "../document/node";
import { type Change, editDocument } from "../edit/edit";
import type { Finding } from "../finding";
import type { Fix } from "../fix";
import { equalIgnoringCaseAndUnderscores } from "../spelling";
import type { Field } from "./messages";
import { canonicalInteger, canonicalString, canonicalTimestamp } from "./respell";

/** Repairs for findings of the schema. Each is the smallest change of the text that makes the finding go. */
export function structureFixes(dashboard: Dashboard, finding: Finding): Fix[] {
  const { document, canonical } = dashboard;
  const { root } = document;
  const suggestion = (finding.data as { suggestion?: string } | undefined)?.suggestion;
  const property = propertyAt(root, finding.offset);
  const value = property?.keyOffset === finding.offset ? property.value : nodeAt(root, finding.offset);
  const fix = (title: string, unambiguous: boolean, changes: Change[], preferred = unambiguous): Fix[] => {
    const result = editDocument(document, changes);
    return result.ok && result.edits.length > 0
      ? [{ title, unambiguous, preferred, edits: result.edits }]
      : [];
  };
  const replace = (wanted: unknown, certain: boolean) =>
    value
      ? fix(
          `Replace with ${JSON.stringify(wanted)}`,
          certain,
          [{ op: "set", path: pathOf(value), value: wanted }],
          true,
        )
      : [];
  // Another letter case can only mean this name; another spelling most likely does, which is for the author to say.
  const isOnlyCase = (written: unknown) =>
    suggestion !== undefined && equalIgnoringCaseAndUnderscores(String(written), suggestion);

  switch (finding.code) {
    case "unknown-member": {
      if (!property) return [];
      const path = [...pathOf(property.parent), property.key];
      const rename = suggestion
        ? fix(
            `Rename to "${suggestion}"`,
            isOnlyCase(property.key),
            [{ op: "rename", path, key: suggestion }],
            true,
          )
        : [];
      return [...rename, ...fix(`Remove "${property.key}"`, false, [{ op: "remove", path }])];
    }
    case "unknown-enum-value":
      if (value?.kind !== "string") return [];
      if (suggestion) return replace(suggestion, isOnlyCase(value.value));
      // Of a few values each may be the one that is meant.
      return choicesOf(canonical.fieldOf(value)).flatMap((choice) =>
        fix(`Replace with "${choice}"`, false, [{ op: "set", path: pathOf(value), value: choice }]),
      );
    case "invalid-duration":
      return suggestion ? replace(suggestion, true) : [];
    case "not-an-integer": {
      const whole =
        value?.kind === "number" || value?.kind === "string" ? canonicalInteger(value.value) : undefined;
      return whole ? replace(whole.value, whole.unambiguous) : [];
    }
    case "invalid-timestamp": {
      const time = value?.kind === "string" ? canonicalTimestamp(value.value) : undefined;
      return time ? replace(time.text, time.unambiguous) : [];
    }
    case "invalid-form": {
      const name = value && canonical.fieldOf(value)?.name;
      const form = name && value.kind === "string" ? canonicalString(name, value.value) : undefined;
      return form ? replace(form.text, form.unambiguous) : [];
    }
    case "one-of-missing": {
      const owner = property?.value ?? root;
      const added = owner && ADDED[canonical.messageOf(owner)?.name ?? ""];
      if (!added || owner.kind !== "object") return [];
      const [member, empty] = added;
      return fix(`Add "${member}"`, false, [{ op: "set", path: [...pathOf(owner), member], value: empty }]);
    }
    case "null-in-list":
      return value ? fix("Remove the entry", true, [{ op: "remove", path: pathOf(value) }]) : [];
    case "one-of-conflict": {
      const { members = [] } = finding.data as { members?: string[] };
      const owner = property?.parent;
      if (!owner) return [];
      return members.flatMap((key) =>
        fix(
          `Keep "${key}" and remove the others`,
          false,
          members
            .filter((other) => other !== key)
            .map((other) => ({ op: "remove", path: [...pathOf(owner), other] })),
        ),
      );
    }
    case "missing-member": {
      const { member } = finding.data as { member: string };
      const owner = property?.value ?? root;
      const field = owner && canonical.messageOf(owner)?.field(member);
      if (!field || owner.kind !== "object") return [];
      const empty = field.repeated
        ? []
        : field.kind === "message"
          ? {}
          : field.kind === "int32"
            ? (field.maximum ?? 1)
            : "";
      return fix(`Add "${member}"`, false, [{ op: "set", path: [...pathOf(owner), member], value: empty }]);
    }
    case "foreign-json":
      return keepInner(document.text, finding);
    case "wrong-type":
      return value ? retyped(value, dashboard).flatMap((wanted) => replace(wanted, true)) : [];
    default:
      return [];
  }
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
function retyped(node: Node, { canonical }: Dashboard): unknown[] {
  const field = canonical.fieldOf(node);
  const isText = !field || field.kind === "string" || field.kind === "enum";
  if (field?.repeated && node.parent?.kind !== "array") {
    const fits =
      node.kind === "object" ? field.kind === "message" : node.kind === "string" && field.kind !== "message";
    return fits ? [[valueOf(node)]] : [];
  }
  if (isText && (node.kind === "number" || node.kind === "boolean"))
    return field?.kind === "enum" ? [] : [String(node.value)];
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

/** The repair that leaves nothing but the dashboard that lies inside of something else. */
function keepInner(text: string, { data }: Finding): Fix[] {
  const { inner } = (data ?? {}) as { inner?: Span };
  if (!inner) return [];
  const end = inner.offset + inner.length;
  const rest = text.slice(end);
  const edits = [
    { offset: 0, length: inner.offset, text: "" },
    { offset: end, length: rest.length, text: /\r?\n$/.exec(rest)?.[0] ?? "" },
  ];
  return [{ title: "Keep only the dashboard", unambiguous: false, preferred: true, edits }];
}
