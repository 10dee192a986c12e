import { getMember, isArray, isObject, type Json } from "./json";

/** An edit may replace everything that a tiny dashboard says. */
const FEWEST_TEXTS = 3;
/** The share of a version's texts that an edit under another title leaves at least. */
const LEAST_SHARE = 0.2;

/**
 * True when a file has another title than a version and hardly any of its texts: the titles, texts and queries of its
 * widgets. Such a file was not made by editing that version; it comes from somewhere else, such as another branch.
 *
 * @param file a dashboard in normal form, without its name
 * @param version another one
 */
export function isUnrelated(file: Json, version: Json): boolean {
  const title = getMember(version, "displayName");
  if (title !== undefined && title === getMember(file, "displayName")) return false;
  const texts = textsIn(version);
  if (texts.size < FEWEST_TEXTS) return false;
  const own = textsIn(file);
  return [...texts].filter((text) => own.has(text)).length < LEAST_SHARE * texts.size;
}

/** The strings that an author writes. Constants of the service, such as `ALIGN_RATE`, have no lowercase letters. */
function textsIn(root: Json): ReadonlySet<string> {
  const out = new Set<string>();
  const rest: Json[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === "string") {
      if (value !== value.toUpperCase()) out.add(value);
    } else if (isArray(value)) for (const item of value) rest.push(item);
    else if (isObject(value)) for (const key of Object.keys(value)) rest.push(value[key]!);
  }
  return out;
}
