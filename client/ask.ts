import * as vscode from "vscode";
import {
  askLine,
  askWhereTo,
  type ListItem,
  pickFound,
  pickOne,
  pickSome,
  type Severity,
  showMessage,
} from "./notify";

/**
 * Dialogs. All deploy dialogs go through this module, so that tests inside VS Code can answer them.
 */
export interface Answers {
  /** The button, or undefined when the message is closed. */
  message(severity: Severity, text: string, buttons: readonly string[]): Answer<string>;
  text(options: vscode.InputBoxOptions): Answer<string>;
  /** Labels of what is taken from a list. */
  pick(labels: readonly string[], options: vscode.QuickPickOptions): Answer<readonly string[]>;
  /** A file to write. */
  file(options: vscode.SaveDialogOptions): Answer<vscode.Uri>;
  /** Work is under way that has a button to stop it. */
  busy(title: string, stop: () => void): void;
}

type Answer<T> = Thenable<T | undefined> | T | undefined;

let testAnswers: Answers | undefined;

/** Replaces the user by `answers`; undefined restores the user. */
export function setTestAnswers(answers: Answers | undefined): void {
  testAnswers = answers;
}

/** A message with buttons. @returns the button, or undefined when the message was closed. */
export async function askMessage(
  severity: Severity,
  text: string,
  options: vscode.MessageOptions,
  ...buttons: string[]
): Promise<string | undefined> {
  if (testAnswers)
    return testAnswers.message(severity, [text, options.detail].filter(Boolean).join("\n"), buttons);
  return showMessage(severity, text, options, buttons);
}

/** One line of text from the user, or undefined when there was none. */
export async function askText(options: vscode.InputBoxOptions): Promise<string | undefined> {
  return testAnswers ? testAnswers.text(options) : askLine(options);
}

/** One of a list, or undefined. */
export async function askPick<T extends ListItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T | undefined> {
  if (!testAnswers) return pickOne(items, options);
  const labels = await testAnswers.pick(labelsOf(items), options);
  return items.find((item) => labels?.includes(item.label));
}

/** One of what a search finds while the user types, or undefined. */
export async function askFound<T extends ListItem>(
  title: string,
  placeholder: string,
  search: (typed: string) => Promise<readonly T[]>,
): Promise<T | undefined> {
  if (!testAnswers) return pickFound(title, placeholder, search);
  const items = await search("");
  const labels = await testAnswers.pick(labelsOf(items), { title, placeHolder: placeholder });
  return items.find((item) => labels?.includes(item.label));
}

/** Several of a list, or undefined. Those marked `picked` are chosen already. */
export async function askPicks<T extends ListItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[] | undefined> {
  if (!testAnswers) return pickSome(items, options);
  const labels = await testAnswers.pick(labelsOf(items), { ...options, canPickMany: true });
  return labels && items.filter((item) => labels.includes(item.label));
}

/** A place to write a file to, or undefined. */
export async function askFile(options: vscode.SaveDialogOptions): Promise<vscode.Uri | undefined> {
  return testAnswers ? testAnswers.file(options) : askWhereTo(options);
}

/** Tells that there is progress with a button to stop it. */
export function notifyBusy(title: string, stop: () => void): void {
  testAnswers?.busy(title, stop);
}

function labelsOf(items: readonly ListItem[]): string[] {
  return items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator).map(({ label }) => label);
}
