import { isDeeperThan, MAX_DEPTH, valueOf } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { memberOf } from "../schema/canonical";
import { splitPath } from "../yaml/names";

/** Which dashboard of the profile's project a file is. */
export type Identity =
  | {
      readonly ok: true;
      readonly id: string;
      /** What the id was taken from. */
      readonly from: "name" | "state" | "path";
      /** Project that the file's own name has, when it has one. */
      readonly projectInFile: string | undefined;
    }
  | { readonly ok: false; readonly message: string; readonly action: string };

/**
 * The id of a file's dashboard: the last segment of its `name`, else the id that the last push or pull of this file had,
 * else its base name.
 *
 * @param path path of the file, with `/`
 * @param idInState id that the state holds for this path
 */
export function identify(path: string, document: JsonDocument, idInState: string | undefined): Identity {
  if (isDeeperThan(document.root, MAX_DEPTH)) {
    return {
      ok: false,
      message: `The file is nested deeper than ${MAX_DEPTH} levels.`,
      action: "No dashboard is nested that deeply. Check the tool that wrote the file.",
    };
  }
  const node = memberOf(document.root, "name");
  const name = node && valueOf(node);
  if (name !== undefined && name !== "") {
    const id = typeof name === "string" ? idOfName(name) : undefined;
    if (id === undefined) {
      return {
        ok: false,
        message: `"name" is ${JSON.stringify(name)}, which is not a valid dashboard name.`,
        action: 'Write "projects/PROJECT/dashboards/ID", or remove the name.',
      };
    }
    return { ok: true, id, from: "name", projectInFile: projectOfName(name as string) };
  }
  if (idInState !== undefined) return { ok: true, id: idInState, from: "state", projectInFile: undefined };
  const isOneOfSeveral = splitPath(path).id !== undefined;
  const id = isOneOfSeveral ? "" : idOfPath(path);
  if (id !== "") return { ok: true, id, from: "path", projectInFile: undefined };
  return {
    ok: false,
    message: isOneOfSeveral
      ? "The file contains several dashboards, and this one has no name."
      : "No dashboard id can be derived from the file name.",
    action: 'Add "name": "projects/PROJECT/dashboards/ID".',
  };
}

/** The id in `projects/PROJECT/dashboards/ID`, or a bare id; undefined for everything else. */
export function idOfName(name: string): string | undefined {
  const id = /^projects\/[^/]+\/dashboards\/(.*)$/su.exec(name)?.[1] ?? name;
  return isId(id) ? id : undefined;
}

/** The project in the full name of a dashboard, by id or number; undefined for a bare id. */
export function projectOfName(name: string): string | undefined {
  return /^projects\/([^/]+)\//.exec(name)?.[1];
}

/**
 * Whether a string is a valid dashboard id. Path steps are not: the service creates a dashboard `..`, but then no request
 * can read or delete it.
 */
export function isId(text: string): boolean {
  return /^[^\s/\\?#\p{Cc}\p{Cf}]+$/u.test(text) && text !== "." && text !== "..";
}

/** `ops/Web frontend.dashboard.json` → `Web-frontend`: only letters, digits, dash and underscore. */
export function idOfPath(path: string): string {
  const base = path.split("/").pop()!;
  return base
    .replace(/(\.dashboard)?\.(?:json|ya?ml)$/i, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** The resource name of a dashboard in the profile's project. */
export function nameOf(project: string, id: string): string {
  return `projects/${project}/dashboards/${id}`;
}
