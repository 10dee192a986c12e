import * as vscode from "vscode";
import { inertDetail, inertLabel, inertSentence } from "./inert";

// All text that Mosaic shows in VS Code's UI goes through this module, because most of it contains untrusted text: titles
// and ids of dashboards, messages of a service, names in a configuration, paths. It makes them inert: no links, icons or
// controls.

export type Severity = "information" | "warning" | "error";

/** A message with buttons. @returns the button, or undefined when the message was closed */
export async function showMessage(
  severity: Severity,
  text: string,
  options: vscode.MessageOptions,
  buttons: readonly string[],
): Promise<string | undefined> {
  const { window } = vscode;
  const shown = inertSentence(text);
  const more: vscode.MessageOptions = options.detail
    ? { ...options, detail: inertDetail(options.detail) }
    : options;
  const items = buttons.map((button) => ({ title: inertLabel(button), button }));
  const answer =
    severity === "information"
      ? await window.showInformationMessage(shown, more, ...items)
      : severity === "warning"
        ? await window.showWarningMessage(shown, more, ...items)
        : await window.showErrorMessage(shown, more, ...items);
  return answer?.button;
}

/** A message without buttons. */
export function inform(text: string): void {
  void showMessage("information", text, {}, []);
}

/** A temporary message in the status bar. */
export function sayBriefly(text: string, ms = 5000): void {
  vscode.window.setStatusBarMessage(inertLabel(text), ms);
}

/** Progress in a notification or over a view, with a title and messages as `vscode.window.withProgress` has them. */
export function showProgress<T>(
  options: vscode.ProgressOptions,
  work: (
    report: (step: { readonly message?: string; readonly increment?: number }) => void,
    token: vscode.CancellationToken,
  ) => Thenable<T>,
): Thenable<T> {
  const shown = options.title === undefined ? options : { ...options, title: inertSentence(options.title) };
  return vscode.window.withProgress(shown, (progress, token) =>
    work(
      (step) =>
        progress.report(
          step.message === undefined ? step : { ...step, message: inertSentence(step.message) },
        ),
      token,
    ),
  );
}

/** An entry of a list. Icons are passed separately, because `$(name)` in a label is escaped. */
export interface ListItem extends Omit<vscode.QuickPickItem, "iconPath" | "buttons"> {
  /** Name of one of VS Code's icons, before the label. */
  readonly icon?: string;
}

type Shown<T> = vscode.QuickPickItem & { readonly item: T };

function shownItem<T extends ListItem>(item: T): Shown<T> {
  const { label, description, detail, icon, kind, picked, alwaysShow } = item;
  const text = inertLabel(label);
  return {
    label: icon === undefined ? text : `$(${icon}) ${text}`,
    description: description !== undefined ? inertLabel(description) : undefined,
    detail: detail !== undefined ? inertLabel(detail) : undefined,
    kind,
    picked,
    alwaysShow,
    item,
  };
}

function shownOptions<T extends vscode.QuickPickOptions>(options: T): T {
  const { title, placeHolder } = options;
  return {
    ...options,
    ...(title !== undefined && { title: inertLabel(title) }),
    ...(placeHolder !== undefined && { placeHolder: inertLabel(placeHolder) }),
  };
}

/** One of a list, or undefined. */
export async function pickOne<T extends ListItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(items.map(shownItem), shownOptions(options)))?.item;
}

/** Several of a list, or undefined. */
export async function pickSome<T extends ListItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[] | undefined> {
  const chosen = await vscode.window.showQuickPick(items.map(shownItem), {
    ...shownOptions(options),
    canPickMany: true,
  });
  return chosen?.map(({ item }) => item);
}

/** A list that is filled while it is open. */
export class GrowingList<T extends ListItem> implements vscode.Disposable {
  private readonly pick = vscode.window.createQuickPick<Shown<T>>();
  /** Resolves to what is chosen, to undefined when the list is closed. */
  readonly chosen: Promise<T | undefined>;

  constructor(title: string, placeholder: string) {
    this.pick.title = inertLabel(title);
    this.pick.placeholder = inertLabel(placeholder);
    this.pick.matchOnDescription = true;
    this.pick.busy = true;
    this.chosen = new Promise((resolve) => {
      this.pick.onDidAccept(() => resolve(this.pick.selectedItems[0]?.item));
      this.pick.onDidHide(() => resolve(undefined));
    });
    this.pick.show();
  }

  /** Everything is there. @param placeholder other words over the list */
  fill(items: readonly T[], placeholder?: string): void {
    this.pick.items = items.map(shownItem);
    if (placeholder !== undefined) this.pick.placeholder = inertLabel(placeholder);
    this.pick.busy = false;
  }

  dispose(): void {
    this.pick.dispose();
  }
}

/**
 * One of what a search finds while the user types, or undefined. The order is that of the search.
 *
 * @param search entries for what is typed, best first
 */
export async function pickFound<T extends ListItem>(
  title: string,
  placeholder: string,
  search: (typed: string) => Promise<readonly T[]>,
): Promise<T | undefined> {
  const pick = vscode.window.createQuickPick<Shown<T>>();
  pick.title = inertLabel(title);
  pick.placeholder = inertLabel(placeholder);
  let asked = 0;
  const ask = async (typed: string): Promise<void> => {
    const question = ++asked;
    pick.busy = true;
    const found = await search(typed).catch((): readonly T[] => []);
    if (question !== asked) return;
    // What was found matches, also where its label does not hold the letters.
    pick.items = found.map((item) => ({ ...shownItem(item), alwaysShow: true }));
    pick.busy = false;
  };
  pick.onDidChangeValue((typed) => void ask(typed));
  const chosen = await new Promise<T | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]?.item));
    pick.onDidHide(() => resolve(undefined));
    pick.show();
    void ask("");
  });
  asked++;
  pick.dispose();
  return chosen;
}

/** One line of text from the user, or undefined when there was none. */
export function askLine(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  const { title, prompt, placeHolder, validateInput } = options;
  return vscode.window.showInputBox({
    ...options,
    ...(title !== undefined && { title: inertLabel(title) }),
    // Prompts and validation messages render links, like notifications.
    ...(prompt !== undefined && { prompt: inertSentence(prompt) }),
    ...(placeHolder !== undefined && { placeHolder: inertLabel(placeHolder) }),
    ...(validateInput && {
      validateInput: async (text: string) => {
        const problem = await validateInput(text);
        if (!problem) return problem;
        return typeof problem === "string"
          ? inertSentence(problem)
          : { ...problem, message: inertSentence(problem.message) };
      },
    }),
  });
}

/** An input box with a callback on each change. @returns whether it was accepted */
export async function askWhileTyping(
  {
    title,
    placeholder,
    value,
  }: { readonly title: string; readonly placeholder: string; readonly value: string },
  onType: (text: string) => void,
): Promise<boolean> {
  const input = vscode.window.createInputBox();
  input.title = inertLabel(title);
  input.placeholder = inertLabel(placeholder);
  input.value = value;
  input.onDidChangeValue(onType);
  const accepted = await new Promise<boolean>((resolve) => {
    input.onDidAccept(() => resolve(true));
    input.onDidHide(() => resolve(false));
    input.show();
  });
  input.dispose();
  return accepted;
}

/** A place to write a file to, or undefined. */
export function askWhereTo(options: vscode.SaveDialogOptions): Thenable<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog(options);
}

/** A file to read, or undefined. */
export async function askForFile(openLabel: string): Promise<vscode.Uri | undefined> {
  return (await vscode.window.showOpenDialog({ openLabel }))?.[0];
}

/** An item of the status bar. */
export class StatusItem implements vscode.Disposable {
  private readonly item: vscode.StatusBarItem;

  constructor(id: string, name: string, command: string, priority: number) {
    this.item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
    this.item.name = name;
    this.item.command = command;
  }

  /** @param spoken what a screen reader says */
  show(words: {
    readonly icon: string;
    readonly text: string;
    readonly tooltip: string;
    readonly spoken: string;
    readonly warning: boolean;
  }): void {
    this.item.text = `$(${words.icon}) ${inertLabel(words.text, 60)}`;
    this.item.tooltip = inertDetail(words.tooltip);
    this.item.accessibilityInformation = { label: inertSentence(words.spoken) };
    this.item.backgroundColor = words.warning
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    this.item.show();
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** An entry of the language status, for one document. */
export function languageStatus(
  id: string,
  selector: vscode.DocumentSelector,
  words: {
    readonly name: string;
    readonly text: string;
    readonly detail?: string;
    readonly command?: vscode.Command;
  },
): vscode.LanguageStatusItem {
  const item = vscode.languages.createLanguageStatusItem(id, selector);
  item.name = inertLabel(words.name);
  item.text = inertLabel(words.text);
  if (words.detail !== undefined) item.detail = inertSentence(words.detail);
  if (words.command) item.command = { ...words.command, title: inertLabel(words.command.title) };
  return item;
}

/** What a row of a tree says. */
export interface RowWords {
  readonly label: string;
  /** Parts of a label to show bold: those of the label as `rowLabel` gives it. */
  readonly highlights?: [number, number][];
  readonly description?: string;
  readonly tooltip?: string | Tooltip;
  /** Text for screen readers. */
  readonly spoken?: string;
}

/** A label as a row shows it. */
export const rowLabel = (label: string): string => inertLabel(label);

/** A row of a tree; icon, command and menus are the caller's. */
export function treeRow(
  { label, highlights, description, tooltip, spoken }: RowWords,
  state = vscode.TreeItemCollapsibleState.None,
): vscode.TreeItem {
  const text = rowLabel(label);
  const item = new vscode.TreeItem(highlights?.length ? { label: text, highlights } : text, state);
  if (description !== undefined) item.description = inertLabel(description);
  if (tooltip !== undefined) setTooltip(item, tooltip);
  if (spoken !== undefined) item.accessibilityInformation = { label: inertSentence(spoken) };
  return item;
}

/** Sets a tooltip lazily, when the user hovers. */
export function setTooltip(item: vscode.TreeItem, tooltip: string | Tooltip): void {
  item.tooltip = typeof tooltip === "string" ? inertDetail(tooltip) : tooltip.markdown;
}

/** A tooltip with several parts. Every text in it is text, whatever Markdown it looks like. */
export class Tooltip {
  /** Untrusted, so that no command link works, without HTML and icons. */
  readonly markdown = new vscode.MarkdownString();

  bold(text: string): this {
    this.markdown.appendMarkdown("**").appendText(inertLabel(text)).appendMarkdown("**");
    return this;
  }

  text(text: string): this {
    this.markdown.appendText(inertSentence(text));
    return this;
  }

  /** A line break; a new paragraph begins with `paragraph`. */
  line(): this {
    this.markdown.appendMarkdown("  \n");
    return this;
  }

  paragraph(): this {
    this.markdown.appendMarkdown("\n\n");
    return this;
  }

  /** Lines in the font of code. */
  code(lines: readonly string[]): this {
    this.markdown
      .appendMarkdown("\n")
      .appendCodeblock(lines.map((line) => inertLabel(line)).join("\n"), "text");
    return this;
  }
}

/** The words over and in a view. */
export function nameView(
  view: vscode.TreeView<unknown>,
  words: {
    readonly title: string;
    readonly message: string | undefined;
    readonly badge: { readonly value: number; readonly tooltip: string } | undefined;
  },
): void {
  view.title = inertLabel(words.title);
  // The types have no undefined here, and VS Code takes it for none.
  (view as { message?: string | undefined }).message = words.message && inertSentence(words.message);
  view.badge = words.badge && { value: words.badge.value, tooltip: inertSentence(words.badge.tooltip) };
}

/** A mark beside a file's name. */
export function fileMark(badge: string | undefined, tooltip: string): vscode.FileDecoration {
  return new vscode.FileDecoration(badge, inertSentence(tooltip));
}

/** What a tab is called. */
export function tabTitle(title: string): string {
  return inertLabel(title, 120);
}
