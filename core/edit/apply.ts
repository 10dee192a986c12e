import { formatPath, type Path } from "../document/node";
import { assign } from "./assign";
import { type Change, EditError } from "./change";
import { containerAt, type DraftContainer, type DraftEntry, draftOf, memberEntry, stepInto } from "./draft";

/** Makes one change in the draft below `root`. Throws EditError when it cannot be made. */
export function applyChange(root: DraftEntry, change: Change): void {
  switch (change.op) {
    case "set":
      set(root, change.path, change.value);
      break;
    case "insert": {
      const { entries } = array(root, change.path);
      checkIndex(change.index, entries.length, change.path);
      entries.splice(change.index, 0, { origin: -1, key: "", value: draftOf(change.value) });
      break;
    }
    case "remove":
      remove(root, change.path);
      break;
    case "move": {
      const { entries } = array(root, change.path);
      checkIndex(change.from, entries.length - 1, change.path);
      checkIndex(change.to, entries.length - 1, change.path);
      entries.splice(change.to, 0, ...entries.splice(change.from, 1));
      break;
    }
    case "rename":
      rename(root, change.path, change.key);
      break;
  }
}

function set(root: DraftEntry, path: Path, value: unknown): void {
  const next = draftOf(value);
  const segment = path.at(-1);
  if (segment === undefined) {
    root.value = assign(root.value, next);
    return;
  }
  const parent = containerAt(root, path.slice(0, -1));
  const entry = stepInto(parent, segment);
  if (entry) {
    if (!entry.value) throw new EditError(`${formatPath(path)} has no value yet`);
    entry.value = assign(entry.value, next);
  } else if (typeof segment === "string" && parent.kind === "object") {
    parent.entries.push({ origin: -1, key: segment, value: next });
  } else throw new EditError(`there is no ${formatPath(path)}`);
}

function remove(root: DraftEntry, path: Path): void {
  const [parent, entry] = find(root, path);
  if (parent.kind === "array") parent.entries.splice(parent.entries.indexOf(entry), 1);
  else parent.entries = parent.entries.filter(({ key }) => key !== entry.key);
}

function rename(root: DraftEntry, path: Path, key: string): void {
  const [parent, entry] = find(root, path);
  if (parent.kind === "array") throw new EditError(`${formatPath(path)} is an element and has no name`);
  if (entry.key === key) return;
  if (memberEntry(parent, key)) throw new EditError(`there is already a member named ${JSON.stringify(key)}`);
  parent.entries = parent.entries.filter((other) => other === entry || other.key !== entry.key);
  entry.key = key;
}

function find(root: DraftEntry, path: Path): [DraftContainer, DraftEntry] {
  const segment = path.at(-1);
  if (segment === undefined) throw new EditError("the whole document has no name and cannot be removed");
  const parent = containerAt(root, path.slice(0, -1));
  const entry = stepInto(parent, segment);
  if (!entry) throw new EditError(`there is no ${formatPath(path)}`);
  return [parent, entry];
}

function array(root: DraftEntry, path: Path): DraftContainer {
  const container = containerAt(root, path);
  if (container.kind !== "array") throw new EditError(`${formatPath(path) || "the document"} is not a list`);
  return container;
}

function checkIndex(index: number, last: number, path: Path): void {
  if (Number.isInteger(index) && index >= 0 && index <= last) return;
  throw new EditError(`${index} is out of range for the list ${formatPath(path)}`);
}
