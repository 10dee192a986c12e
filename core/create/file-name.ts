import { idOfPath } from "../sync/identity";

const EXTENSION = /\.(?:json|ya?ml)$/i;
const FULL_EXTENSION = /\.dashboard\.(?:json|ya?ml)$/i;

/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** `orders` as `orders.dashboard.json`; a name with an extension stays. */
export function withExtension(name: string): string {
  return EXTENSION.test(name) ? name : `${name}.dashboard.json`;
}

/** The file name for a dashboard of this title. */
export function fileNameOf(title: string): string {
  return withExtension(idOfPath(title).toLowerCase() || "dashboard");
}

/** A title out of a file's name: `order-events.dashboard.json` is *Order events*. */
export function nameFromFile(path: string): string {
  const stem = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const words = stem
    .replace(FULL_EXTENSION, "")
    .replace(EXTENSION, "")
    .replace(/[-_.\s]+/g, " ")
    .trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : "New dashboard";
}

/** Why a file cannot have this name on every system, as a message; undefined when it can. */
export function fileNameProblem(name: string): string | undefined {
  const stem = name.replace(FULL_EXTENSION, "").replace(EXTENSION, "");
  if (stem === "") return "Enter a name for the file.";
  if (name.length > 200) return "The name is too long: use at most 200 characters.";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no file may have in its name
  if (/[\\/:*?"<>|\u0000-\u001f\u007f]/.test(name))
    return 'A file name cannot contain \\ / : * ? " < > | or control characters.';
  if (/^[\s.]|[\s.]$/.test(stem)) return "A file name cannot start or end with a space or a period.";
  return DEVICE.test(stem) ? `Windows does not allow files named ${stem}.` : undefined;
}

/**
 * Why a path below a folder cannot be the place of a new dashboard; undefined when it can.
 *
 * @param path with `/` between folders
 */
export function newPathProblem(path: string): string | undefined {
  if (/^[/\\]|^[A-Za-z]:/.test(path)) return "Enter a path below the folder, without a leading slash.";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return 'Enter a path below the folder, without empty parts and "..".';
  const problem = parts.map(fileNameProblem).find(Boolean);
  return (
    problem ??
    (FULL_EXTENSION.test(path) ? undefined : "The name must end in .dashboard.json or .dashboard.yaml.")
  );
}
