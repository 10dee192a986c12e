import { isTileKind } from "../../../core/grid/kinds";
import { type Gesture, readGesture } from "../../../core/grid/moves/gesture";
import type { PastedBlock } from "../../../core/grid/moves/paste";
import type { Picture, PictureTile } from "../../../core/grid/picture";
import type { PicturePatch } from "../../../core/grid/picture-patch";
import { type DashboardStart, STARTS } from "../../../core/grid/starts";
import {
  isBoolean,
  isListOf,
  isNumber,
  isObject,
  isString,
  type Members,
  optional,
} from "../../../core/shape";
import { type AskMethod, readAsk } from "./asks";
import { isLiveNews, type LiveNews, type LiveWish, readLiveWish } from "./live/messages";
import { isSketch } from "./widgets/read-sketch";

export type {
  LiveControl,
  LiveDataSet,
  LiveInterval,
  LiveNews,
  LivePlot,
  LiveRange,
  LiveRefresh,
  LiveState,
  LiveTile,
  LiveWish,
} from "./live/messages";

/** The text is no JSON at the moment: what is shown is the last good picture. */
export interface Stale {
  readonly problems: number;
}

/** From the extension host to the webview. */
export type HostMessage =
  /** The whole picture. `document` identifies the file and is kept in the webview's state. */
  | { readonly type: "picture"; readonly document: string; readonly picture: Picture; readonly stale?: Stale }
  /** A change of the picture that was sent before. */
  | { readonly type: "patch"; readonly patch: PicturePatch; readonly stale?: Stale }
  /** Nothing drawn has changed, but whether it is stale may have. */
  | { readonly type: "unchanged"; readonly stale?: Stale }
  /** There is nothing to draw. `invalid`: the text has not been JSON since the preview opened. `blank`: there is no text. */
  | {
      readonly type: "nothing";
      readonly document: string;
      readonly reason: "invalid" | "blank" | "closed" | "unavailable";
      readonly problems: number;
    }
  /** The cursor stands in this tile, or in none. */
  | { readonly type: "highlight"; readonly tile: string | null }
  /** The text was scrolled so that this tile's is at the upper edge; null: to the beginning. */
  | { readonly type: "scroll"; readonly tile: string | null }
  /** Where the view is and what can be done in it. Without `editable` there are no handles. */
  | {
      readonly type: "mode";
      readonly place: "side" | "editor";
      readonly editable: boolean;
      readonly locked: boolean;
      /** The file can be pushed and compared; by default it cannot. */
      readonly deployable?: boolean;
      /** Whether the inspector is open; without it there is none. */
      readonly inspector?: boolean;
    }
  /** The result of an `ask`, or a sentence for the person. */
  | { readonly type: "answer"; readonly ask: number; readonly result: unknown }
  | { readonly type: "unanswered"; readonly ask: number; readonly reason: string }
  /** What became of the edit with this number. */
  | {
      readonly type: "edited";
      readonly edit: number;
      readonly select: readonly string[];
      /** What else was changed, as a sentence for the person. */
      readonly also?: string;
    }
  /** The edit was not made; `reason` is a sentence for the person. */
  | { readonly type: "refused"; readonly edit: number; readonly reason: string }
  /** The tiles are in the clipboard; `cut`: and are to be removed. */
  | { readonly type: "copied"; readonly tiles: readonly string[]; readonly cut: boolean }
  /** What the clipboard holds, to be pasted. */
  | { readonly type: "clipboard"; readonly text: string; readonly blocks: readonly PastedBlock[] }
  /** The last change of the text was taken back, or brought again: the picture after it comes next, if it changes. */
  | { readonly type: "undone"; readonly direction: "undo" | "redo" }
  /** The view was given the keyboard. VS Code's own word for it can get lost between two frames. */
  | { readonly type: "focus" }
  /** Do something with what is selected: from a menu or a key binding of VS Code. */
  | { readonly type: "act"; readonly act: Act }
  /** Something about live data. Without any, the picture offers none. */
  | { readonly type: "live"; readonly news: LiveNews };

/** What VS Code's menus and key bindings can ask the view to do. */
export const ACTS = [
  "add",
  "rename",
  "duplicate",
  "delete",
  "group",
  "ungroup",
  "goToText",
  "inspect",
  "editQuery",
  "chooseMetric",
  "changeType",
  "convert",
  "export",
  "exportPng",
  "copyImage",
  "copy",
  "cut",
  "paste",
  "newFromTiles",
  "alignLeft",
  "alignCenter",
  "alignRight",
  "alignTop",
  "alignMiddle",
  "alignBottom",
  "distributeHorizontally",
  "distributeVertically",
  "swap",
  "find",
] as const;
export type Act = (typeof ACTS)[number];

/** What the text's own features do for a tile. */
const TILE_TASKS = ["editQuery", "chooseMetric", "changeType"] as const satisfies readonly Act[];
export type TileTask = (typeof TILE_TASKS)[number];

const CLIPBOARD_ACTIONS = ["copy", "cut", "paste", "new"] as const;
export type ClipboardAction = (typeof CLIPBOARD_ACTIONS)[number];

/** Commands for the file that is shown. */
const FILE_COMMANDS = ["push", "compare"] as const;
export type FileCommand = (typeof FILE_COMMANDS)[number];

/** From the webview to the extension host. */
export type WebviewMessage =
  /** The webview is loaded and has no picture. */
  | { readonly type: "ready" }
  /** A patch did not fit: send the whole picture. */
  | { readonly type: "resync" }
  /** Show the text of this tile or dashboard filter; `focus`: and go there. */
  | { readonly type: "reveal"; readonly id: string; readonly focus: boolean }
  /** Mark the text of this tile where the text is to be seen; nothing is opened. */
  | { readonly type: "mark"; readonly id: string }
  /** Do this with a tile in the text. */
  | { readonly type: "tile"; readonly id: string; readonly task: TileTask }
  /** Run a command for the file. */
  | { readonly type: "file"; readonly command: FileCommand }
  /** Write the beginning of a dashboard into the blank file; `choose`: let the user choose from templates and services. */
  | { readonly type: "start"; readonly start: DashboardStart | "choose" }
  /** The picture was scrolled so that this tile is at the upper edge; null: to the beginning. */
  | { readonly type: "scrolled"; readonly tile: string | null }
  /** Show the first problem of the text. */
  | { readonly type: "showProblem" }
  /** Change the text. `picture` is the version of the picture that the gesture was made in, `edit` the answer's number. */
  | { readonly type: "edit"; readonly edit: number; readonly picture: number; readonly gesture: Gesture }
  /** Asks the language server something about the dashboard; see `Asks`. */
  | {
      readonly type: "ask";
      readonly ask: number;
      readonly method: AskMethod;
      readonly params: Members;
    }
  /** The inspector was opened or closed, which is remembered for all previews. */
  | { readonly type: "inspector"; readonly open: boolean }
  /** Put tiles into the clipboard, send what it holds, or make a new dashboard of tiles. */
  | { readonly type: "clipboard"; readonly action: ClipboardAction; readonly tiles: readonly string[] }
  /** Take the last change of the text back, or bring it again. */
  | { readonly type: "history"; readonly direction: "undo" | "redo" }
  /** Stay with this dashboard, or follow the active one. */
  | { readonly type: "lock"; readonly locked: boolean }
  /** The picture as a file, to be saved. */
  | { readonly type: "svg"; readonly svg: string }
  /** The picture as a PNG in Base64, to be saved. */
  | { readonly type: "png"; readonly png: string }
  /** Something that the user wants of live data. */
  | { readonly type: "live"; readonly wish: LiveWish }
  /** A message that this side does not know or that is not well-formed. */
  | { readonly type: "unsupported"; readonly received: string };

/** What VS Code keeps for a webview while it is hidden and over a restart. */
export interface ViewState {
  readonly document: string;
  /** 1 fits the width of the panel. */
  readonly zoom: number;
  readonly scrollLeft: number;
  readonly scrollTop: number;
  readonly selected: string | null;
  readonly locked?: boolean;
  /** Single-view group → the member that is shown. */
  readonly views: Readonly<Record<string, string>>;
  /** File → groups that somebody has folded or unfolded. */
  readonly folds?: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

/** The message, when it is well-formed; else undefined. */
export function readHostMessage(value: unknown): HostMessage | undefined {
  return isObject(value) && isHostMessage(value) ? (value as unknown as HostMessage) : undefined;
}

function isHostMessage(value: Members): boolean {
  switch (value["type"]) {
    case "picture":
      return isString(value["document"]) && isPicture(value["picture"]) && isStale(value["stale"]);
    case "patch":
      return isPatch(value["patch"]) && isStale(value["stale"]);
    case "unchanged":
      return isStale(value["stale"]);
    case "nothing":
      return (
        isString(value["document"]) &&
        ["invalid", "blank", "closed", "unavailable"].includes(value["reason"] as string) &&
        isCount(value["problems"])
      );
    case "highlight":
    case "scroll":
      return value["tile"] === null || isString(value["tile"]);
    case "mode":
      return (
        ["side", "editor"].includes(value["place"] as string) &&
        typeof value["editable"] === "boolean" &&
        typeof value["locked"] === "boolean" &&
        optional(isBoolean)(value["deployable"]) &&
        optional(isBoolean)(value["inspector"])
      );
    case "answer":
      return isCount(value["ask"]) && "result" in value;
    case "unanswered":
      return isCount(value["ask"]) && isString(value["reason"]);
    case "edited":
      return (
        isCount(value["edit"]) && isListOf(value["select"], isString) && optional(isString)(value["also"])
      );
    case "refused":
      return isCount(value["edit"]) && isString(value["reason"]);
    case "copied":
      return isListOf(value["tiles"], isString) && typeof value["cut"] === "boolean";
    case "clipboard":
      return readGesture({ ...value, type: "paste" }) !== undefined;
    case "undone":
      return isDirection(value["direction"]);
    case "focus":
      return true;
    case "act":
      return (ACTS as readonly unknown[]).includes(value["act"]);
    case "live":
      return isLiveNews(value["news"]);
    default:
      return false;
  }
}

/** The message, when it is well-formed; else undefined. */
export function readWebviewMessage(value: unknown): WebviewMessage | undefined {
  if (!isObject(value)) return undefined;
  switch (value["type"]) {
    case "ready":
      return { type: "ready" };
    case "resync":
      return { type: "resync" };
    case "showProblem":
      return { type: "showProblem" };
    case "reveal":
      return isString(value["id"]) && typeof value["focus"] === "boolean"
        ? { type: "reveal", id: value["id"], focus: value["focus"] }
        : undefined;
    case "mark":
      return isString(value["id"]) ? { type: "mark", id: value["id"] } : undefined;
    case "tile": {
      const task = TILE_TASKS.find((one) => one === value["task"]);
      return isString(value["id"]) && task ? { type: "tile", id: value["id"], task } : undefined;
    }
    case "file": {
      const command = FILE_COMMANDS.find((one) => one === value["command"]);
      return command && { type: "file", command };
    }
    case "start": {
      const start = [...STARTS, "choose" as const].find((one) => one === value["start"]);
      return start && { type: "start", start };
    }
    case "scrolled": {
      const { tile } = value;
      return tile === null || isString(tile) ? { type: "scrolled", tile } : undefined;
    }
    case "edit": {
      const { edit, picture } = value;
      const gesture = readGesture(value["gesture"]);
      if (!isCount(edit) || !isCount(picture) || !gesture) return undefined;
      return { type: "edit", edit, picture, gesture };
    }
    case "ask": {
      const { ask } = value;
      const asked = readAsk(value);
      return isCount(ask) && asked ? { type: "ask", ask, ...asked } : undefined;
    }
    case "inspector":
      return typeof value["open"] === "boolean" ? { type: "inspector", open: value["open"] } : undefined;
    case "clipboard": {
      const action = CLIPBOARD_ACTIONS.find((one) => one === value["action"]);
      if (!action || !isListOf(value["tiles"], isString)) return undefined;
      return { type: "clipboard", action, tiles: value["tiles"] as readonly string[] };
    }
    case "history": {
      const { direction } = value;
      return isDirection(direction) ? { type: "history", direction } : undefined;
    }
    case "lock":
      return typeof value["locked"] === "boolean" ? { type: "lock", locked: value["locked"] } : undefined;
    case "svg":
      return isString(value["svg"]) ? { type: "svg", svg: value["svg"] } : undefined;
    case "png":
      return isString(value["png"]) && /^[A-Za-z0-9+/]+=*$/.test(value["png"])
        ? { type: "png", png: value["png"] }
        : undefined;
    case "live": {
      const wish = readLiveWish(value["wish"]);
      return wish && { type: "live", wish };
    }
    case "unsupported":
      return isString(value["received"])
        ? { type: "unsupported", received: value["received"].slice(0, 100) }
        : undefined;
    default:
      return undefined;
  }
}

/** The state, when it is one of ours; older or foreign ones are not worth keeping. */
export function readViewState(value: unknown): ViewState | undefined {
  if (!isObject(value) || !isString(value["document"]) || !isObject(value["views"])) return undefined;
  const { zoom, scrollLeft, scrollTop, selected, views } = value;
  if (!isNumber(zoom) || !isNumber(scrollLeft) || !isNumber(scrollTop)) return undefined;
  if (selected !== null && !isString(selected)) return undefined;
  if (value["locked"] !== undefined && typeof value["locked"] !== "boolean") return undefined;
  if (!Object.values(views as object).every(isString)) return undefined;
  if (value["folds"] !== undefined && !isFolds(value["folds"])) return undefined;
  return value as unknown as ViewState;
}

function isFolds(value: unknown): boolean {
  const isChoices = (one: unknown) =>
    isObject(one) && Object.values(one).every((folded) => typeof folded === "boolean");
  return isObject(value) && Object.values(value).every(isChoices);
}

export function isPicture(value: unknown): value is Picture {
  return (
    isObject(value) && isCount(value["version"]) && isHead(value, true) && isListOf(value["tiles"], isTile)
  );
}

function isPatch(value: unknown): value is PicturePatch {
  return (
    isObject(value) &&
    isCount(value["from"]) &&
    isCount(value["to"]) &&
    isObject(value["head"]) &&
    isHead(value["head"], false) &&
    isListOf(value["add"], isTile) &&
    isListOf(value["update"], isTile) &&
    isListOf(value["remove"], isString) &&
    (value["order"] === undefined || isListOf(value["order"], isString))
  );
}

/** `complete`: every member has to be there. */
function isHead(head: Record<string, unknown>, complete: boolean): boolean {
  const checks: Record<string, (value: unknown) => boolean> = {
    title: isString,
    layout: (value) => ["mosaic", "grid", "row", "column", "none"].includes(value as string),
    columns: isSize,
    rows: isCount,
    rowRatio: (value) => isNumber(value) && value > 0,
    filters: (value) => isListOf(value, isFilter),
    problems: isCounts,
    widgets: isCount,
    placeholders: (value) => isListOf(value, isString),
  };
  return Object.entries(checks).every(([member, check]) =>
    head[member] === undefined ? !complete : check(head[member]),
  );
}

function isFilter(value: unknown): boolean {
  return (
    isObject(value) &&
    isString(value["id"]) &&
    (value["kind"] === "variable" || value["kind"] === "filter") &&
    isString(value["name"]) &&
    isString(value["value"]) &&
    isString(value["detail"])
  );
}

function isTile(value: unknown): value is PictureTile {
  return (
    isObject(value) &&
    [value["id"], value["label"], value["title"], value["subtitle"]].every(isString) &&
    [value["x"], value["y"]].every(isCount) &&
    [value["w"], value["h"]].every(isSize) &&
    isTileKind(value["kind"]) &&
    isSketch(value["sketch"]) &&
    isListOf(value["notes"], isString) &&
    [value["group"], value["misplaced"]].every((text) => text === undefined || isString(text)) &&
    (value["slot"] === undefined || isSlot(value["slot"])) &&
    (value["placeholder"] === undefined || value["placeholder"] === true) &&
    (value["findings"] === undefined ||
      (isCounts(value["findings"]) &&
        isListOf((value["findings"] as Record<string, unknown>)["messages"], isString)))
  );
}

function isSlot(value: unknown): boolean {
  return (
    isObject(value) && [value["line"], value["lines"], value["item"], value["items"]].every((n) => isCount(n))
  );
}

function isStale(value: unknown): boolean {
  return value === undefined || (isObject(value) && isCount(value["problems"]));
}

function isCounts(value: unknown): boolean {
  return isObject(value) && isCount(value["errors"]) && isCount(value["warnings"]);
}

function isDirection(value: unknown): value is "undo" | "redo" {
  return value === "undo" || value === "redo";
}

function isCount(value: unknown): value is number {
  return isNumber(value) && Number.isInteger(value) && value >= 0;
}

function isSize(value: unknown): boolean {
  return isCount(value) && value >= 1;
}
