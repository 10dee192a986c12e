/** A `${…}` in a template. */
export interface Reference {
  /** The whole of it, `${` included. */
  readonly offset: number;
  readonly end: number;
  readonly closed: boolean;
  /** What stands between the braces. */
  readonly path: string;
  readonly pathOffset: number;
  /** Whose label it is, where it is one. */
  readonly owner: LabelOwner | undefined;
  /** Key of the label. */
  readonly key: string;
  readonly keyOffset: number;
}

export type LabelOwner = "metric" | "resource" | "any" | "system" | "user";

/** Beginnings of references to labels; the dot in front of metadata keys is escaped in what the console writes. */
const owners: readonly (readonly [RegExp, LabelOwner])[] = [
  [/^metric\.labels?\./, "metric"],
  [/^resource\.labels?\./, "resource"],
  [/^labels?\./, "any"],
  [/^(?:metadata\.)?system_labels?\\?\./, "system"],
  [/^(?:metadata\.)?user_labels?\\?\./, "user"],
];

/** Every reference of a template, in order. A reference that is not closed ends with its word. */
export function referencesOf(text: string): Reference[] {
  return [...text.matchAll(/\$\{([^{}\n]*)(\}?)/g)].map((match) => {
    const closed = match[2] === "}";
    const path = closed ? match[1]! : /^[\w.\\-]*/.exec(match[1]!)![0];
    const pathOffset = match.index + 2;
    const end = pathOffset + path.length + (closed ? 1 : 0);
    const found = owners.find(([pattern]) => pattern.test(path));
    const head = found ? found[0].exec(path)![0].length : 0;
    return {
      offset: match.index,
      end,
      closed,
      path,
      pathOffset,
      owner: found?.[1],
      key: found ? path.slice(head) : "",
      keyOffset: pathOffset + head,
    };
  });
}
