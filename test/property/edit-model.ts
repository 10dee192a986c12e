import fc from "fast-check";
import type { Node, Path } from "../../core/document/node";
import type { Change } from "../../core/edit/edit";

/**
 * A second, naive account of what changes mean: a tree whose scalars are the text they are written as. What an
 * edit leaves alone must come out with the very same text, in the same order.
 */
export type Model = Leaf | ModelList | ModelObject;

interface Leaf {
  readonly raw: string;
}

interface ModelList {
  readonly items: Model[];
}

interface ModelObject {
  members: { key: string; value: Model }[];
}

/** The model of what is written. */
export function modelOf(text: string, node: Node): Model {
  if (node.kind === "array") return { items: node.items.map((item) => modelOf(text, item)) };
  if (node.kind === "object") {
    return { members: node.properties.map(({ key, value }) => ({ key, value: modelOf(text, value!) })) };
  }
  return { raw: text.slice(node.offset, node.offset + node.length) };
}

/** The model of a new value. */
export function newModel(value: unknown): Model {
  if (Array.isArray(value)) return { items: value.map(newModel) };
  if (typeof value !== "object" || value === null) return { raw: JSON.stringify(value) };
  return { members: Object.entries(value).map(([key, v]) => ({ key, value: newModel(v) })) };
}

/** One line that is equal for equal models only. */
export function show(model: Model): string {
  if ("raw" in model) return model.raw;
  if ("items" in model) return `[${model.items.map(show).join()}]`;
  return `{${model.members.map(({ key, value }) => `${JSON.stringify(key)}:${show(value)}`).join()}}`;
}

/** Every value with its path; of duplicate keys the last. */
export function allPaths(model: Model, path: Path = []): [Path, Model][] {
  const out: [Path, Model][] = [[path, model]];
  if ("items" in model) for (const [i, v] of model.items.entries()) out.push(...allPaths(v, [...path, i]));
  if ("members" in model) {
    const last = new Map(model.members.map(({ key, value }) => [key, value]));
    for (const [key, value] of last) out.push(...allPaths(value, [...path, key]));
  }
  return out;
}

function at(model: Model, path: Path): Model {
  let here = model;
  for (const segment of path) {
    const next: Model | undefined =
      "items" in here
        ? here.items[segment as number]
        : lastMember(here as ModelObject, segment as string)?.value;
    here = next!;
  }
  return here;
}

function lastMember({ members }: ModelObject, key: string): ModelObject["members"][number] | undefined {
  return members.filter((member) => member.key === key).at(-1);
}

/** Makes a change in the model, which has to have the place. */
export function change(model: Model, { ...step }: Change): Model {
  const last = step.path.at(-1);
  const parent = () => at(model, step.path.slice(0, -1));
  switch (step.op) {
    case "set": {
      const value = newModel(step.value);
      if (last === undefined) return keepEqual(model, value);
      const holder = parent();
      if ("items" in holder) {
        holder.items[last as number] = keepEqual(holder.items[last as number]!, value);
      } else if ("members" in holder) {
        const member = lastMember(holder, last as string);
        if (member) member.value = keepEqual(member.value, value);
        else holder.members.push({ key: last as string, value });
      }
      return model;
    }
    case "insert":
      (at(model, step.path) as ModelList).items.splice(step.index, 0, newModel(step.value));
      return model;
    case "move": {
      const { items } = at(model, step.path) as ModelList;
      items.splice(step.to, 0, items.splice(step.from, 1)[0]!);
      return model;
    }
    case "remove": {
      const holder = parent();
      if ("items" in holder) holder.items.splice(last as number, 1);
      else if ("members" in holder) holder.members = holder.members.filter(({ key }) => key !== last);
      return model;
    }
    case "rename": {
      const holder = parent() as ModelObject;
      const member = lastMember(holder, last as string)!;
      holder.members = holder.members.filter((other) => other === member || other.key !== last);
      member.key = step.key;
      return model;
    }
  }
}

function keepEqual(before: Model, after: Model): Model {
  const same = "raw" in before && "raw" in after && JSON.parse(before.raw) === JSON.parse(after.raw);
  return same ? before : after;
}

/** Numbers that `choose` turns into a change that a given model allows. */
export interface Pick {
  readonly kind: number;
  readonly place: number;
  readonly to: number;
  readonly key: string;
  readonly value: unknown;
}

export const keys = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "c", "title", "xPos", "tiles") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "__proto__", "constructor", "\ud83d\ude00", "\ud800", 'q"\\', "//", "/*"),
  },
);

export const scalars = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom("", "// no comment", "/* */", "a,b", "]", "}", '"', "\\", "\ud83d\ude00", "\ud800"),
);

/** Any JSON value; objects with own `__proto__` included. */
export const values: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalars,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
})).value;

export const picks: fc.Arbitrary<Pick> = fc.record({
  kind: fc.nat(9),
  place: fc.nat(1000),
  to: fc.nat(1000),
  key: keys,
  value: values,
});

/**
 * A change that `model` allows. Setting a container in place of one of its kind is left out: which element
 * continues which is then a matter of taste.
 */
export function choose(
  model: Model,
  pick: Pick,
  spare: (path: Path) => boolean = () => false,
): Change | undefined {
  const all = allPaths(model).filter(([path]) => !spare(path));
  const one = <T>(list: T[]): T | undefined => list[pick.place % Math.max(list.length, 1)];
  const { value } = pick;
  switch (pick.kind) {
    case 0:
    case 1: {
      const found = one(all.filter(([path]) => path.length > 0));
      if (!found || kindOf(found[1]) === kindOf(newModel(value))) {
        if (!found || kindOf(found[1]) !== "raw") return undefined;
      }
      return { op: "set", path: found[0], value };
    }
    case 2: {
      const found = one(all.filter(([, v]) => "members" in v));
      if (!found || (found[1] as ModelObject).members.some(({ key }) => key === pick.key)) return undefined;
      return { op: "set", path: [...found[0], pick.key], value };
    }
    case 3:
    case 4: {
      const found = one(all.filter(([, v]) => "items" in v));
      if (!found) return undefined;
      return {
        op: "insert",
        path: found[0],
        index: pick.to % ((found[1] as ModelList).items.length + 1),
        value,
      };
    }
    case 5:
    case 6: {
      const found = one(all.filter(([path]) => path.length > 0));
      return found && { op: "remove", path: found[0] };
    }
    case 7:
    case 8: {
      const found = one(all.filter(([, v]) => "items" in v && v.items.length > 0));
      if (!found) return undefined;
      const count = (found[1] as ModelList).items.length;
      return { op: "move", path: found[0], from: (pick.place + pick.to) % count, to: pick.to % count };
    }
    default: {
      const found = one(all.filter(([path]) => typeof path.at(-1) === "string"));
      if (!found) return undefined;
      const holder = at(model, found[0].slice(0, -1)) as ModelObject;
      if (holder.members.some(({ key }) => key === pick.key)) return undefined;
      return { op: "rename", path: found[0], key: pick.key };
    }
  }
}

function kindOf(model: Model): string {
  return Object.keys(model)[0]!;
}
