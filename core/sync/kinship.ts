import { isList, isObject, type Json } from "./json";

/** An edit may replace everything that a tiny dashboard says; a larger one it does not leave without a word. */
const FEWEST_TEXTS = 3;

/**
 * True when a file has none of the texts of a version that has some: neither its title nor a title, text or query of any of
 * its widgets. Such a file was not made by editing that version; it comes from somewhere else, such as another branch.
 *
 * @param file a dashboard in normal form, without its name
 * @param version another one
 */
export function isUnrelated(file: Json, version: Json): boolean {
  const texts = textsIn(version);
  if (texts.size < FEWEST_TEXTS) return false;
  const own = textsIn(file);
  for (const text of texts) if (own.has(text)) return false;
  return true;
}

/** The strings that an author writes. Constants of the service, such as `ALIGN_RATE`, have no lowercase letters. */
function textsIn(root: Json): ReadonlySet<string> {
  const out = new Set<string>();
  const rest: Json[] = [root];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value === "string") {
      if (value !== value.toUpperCase()) out.add(value);
    } else if (isList(value)) for (const item of value) rest.push(item);
    else if (isObject(value)) for (const key of Object.keys(value)) rest.push(value[key]!);
  }
  return out;
}
