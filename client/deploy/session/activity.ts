import * as vscode from "vscode";
import { notifyBusy } from "../../ask";
import { showProgress } from "../../notify";

/** Delay before progress is shown. */
const DELAY_MS = 400;

/** A task with the service: shows cancelable progress after a delay, and hides it while a question is open. */
export class Activity {
  private readonly stop = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private close: (() => void) | undefined;
  private report: ((step: { readonly message: string }) => void) | undefined;
  private message = "";

  constructor(private readonly title: string) {}

  get signal(): AbortSignal {
    return this.stop.signal;
  }

  /** Something is being done now. */
  busy(): void {
    if (this.timer !== undefined || this.close) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.open();
    }, DELAY_MS);
  }

  /** How far it is, beside the title. */
  showMessage(message: string): void {
    this.message = message;
    this.report?.({ message });
  }

  /** A question is asked, or everything is over. */
  idle(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.close?.();
    this.close = undefined;
    this.report = undefined;
  }

  private open(): void {
    const options = { location: vscode.ProgressLocation.Notification, title: this.title, cancellable: true };
    notifyBusy(this.title, () => this.stop.abort());
    void showProgress(options, (report, token) => {
      this.report = report;
      if (this.message) report({ message: this.message });
      token.onCancellationRequested(() => this.stop.abort());
      return new Promise<void>((resolve) => {
        this.close = resolve;
      });
    });
  }
}
