import { getMember, isArray, isObject, type Json } from "./json";

/** Smaller dashboards are not compared, because an edit may replace all of their text. */
const FEWEST_TEXTS = 3;
/** Minimum fraction of a version's strings that an edit with another title keeps. */
const LEAST_SHARE = 0.2;

/**
 * Whether a file has another title than a version and hardly any of its strings (titles, texts and queries of widgets).
 * Such a file is not an edit of that version; it comes from elsewhere, for example from another branch.
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
