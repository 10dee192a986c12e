import * as vscode from "vscode";
import { credentialFacts } from "../../api/credentials/user";
import type { ConsentReason, ConsentRequest } from "../../api/trust/consent";
import { type CredentialTarget, contactKey, targetKey } from "../../api/trust/credential-target";
import { type Destination, targetLines } from "../../api/trust/destination";
import type { Profile } from "../../core/config/config";
import type { UsageProfile } from "../../core/config/usage/usage";
import { askMessage, askPicks } from "../ask";
import { inertSentence } from "../inert";
import { environment, isNode } from "../platform";
import { configUri, type Settings } from "../settings";
import { EditorConsents } from "./consents";
import { type Standing, standingOf } from "./standing";

/** The only module of the extension that gives credentials to a profile. */
export class Trust implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Fires when consent was given or taken back. */
  readonly onDidChange = this.changed.event;
  /** Open questions, to avoid asking the same twice. */
  private readonly open = new Map<string, Promise<boolean>>();

  /** Universes of the user's own credentials, by the way to sign in. */
  private readonly universes = new Map<unknown, string | undefined>();

  constructor(private readonly consents: EditorConsents) {}

  /** Looks up what the user's own files say of their credentials. Nothing is sent. */
  async learn(): Promise<void> {
    for (const credentials of ["adc", "gcloud"] as const) {
      const { universe } = await credentialFacts({ credentials }, environment);
      this.universes.set(credentials, universe);
    }
  }

  /** Current trust of a profile. Automatic requests require "known". */
  judge(profile: Profile | UsageProfile, settings: Settings): Standing {
    if (!settings.trusted) {
      return vscode.workspace.isTrusted
        ? {
            kind: "refused",
            message: `${pathOf(configUri(settings))} is outside the workspace.`,
            action: "Open its folder to use it.",
          }
        : {
            kind: "refused",
            message:
              "In Restricted Mode, Mosaic sends no requests, because the workspace chooses the destination.",
            action: "Trust the workspace first.",
          };
    }
    return standingOf(profile, this.consents, {
      universe: this.universes.get(profile.credentials),
      allowedProjects: environment["MOSAIC_ALLOWED_PROJECTS"]
        ?.split(/[\s,]+/)
        .flatMap((project) => project.replace(/^projects\//, "") || []),
    });
  }

  /**
   * For commands: the destination of a profile, after a question if needed.
   *
   * @returns undefined without consent or if the profile is unusable, which was shown
   */
  async allow(profile: Profile | UsageProfile, settings: Settings): Promise<Destination | undefined> {
    // The user may have signed in differently in the meantime.
    await this.learn();
    const standing = this.judge(profile, settings);
    switch (standing.kind) {
      case "known":
      case "first":
        return standing.destination;
      case "refused":
        await askMessage("error", `${standing.message} ${standing.action}`, {});
        return undefined;
      case "ask": {
        if (!(await this.ask(standing.request, settings))) return undefined;
        const now = this.judge(profile, settings);
        return "destination" in now ? now.destination : undefined;
      }
    }
  }

  /**
   * The first contact, by a click: from now on the place may be asked by itself.
   *
   * @returns whether it may
   */
  async connect(profile: Profile | UsageProfile, settings: Settings): Promise<boolean> {
    const destination = await this.allow(profile, settings);
    if (!destination) return false;
    if (!this.consents.hasContact(destination.target)) {
      await this.consents.grant(contactKey(destination.target));
      this.changed.fire();
    }
    return true;
  }

  /** Whether time series may be read without asking about the price. */
  allowsReads({ target }: Destination): boolean {
    return this.consents.has(readsKey(target));
  }

  async allowReads({ target }: Destination): Promise<void> {
    await this.consents.grant(readsKey(target));
  }

  /** *Forget Trusted Services…*: takes consent back. */
  async forget(): Promise<void> {
    const items = this.consents.list().map(({ key, at }) => ({
      label: key,
      description: `since ${at.slice(0, 10)}`,
      key,
    }));
    if (items.length === 0) {
      await askMessage("information", "No services are trusted on this machine.", {});
      return;
    }
    const chosen = await askPicks(items, {
      title: "Forget Trusted Services",
      placeHolder: "Select services to forget",
    });
    for (const { key } of chosen ?? []) await this.consents.remove(key);
    if (chosen && chosen.length > 0) this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private ask(request: ConsentRequest, settings: Settings): Promise<boolean> {
    let answer = this.open.get(request.key);
    if (!answer) {
      answer = this.askNow(request, settings).finally(() => this.open.delete(request.key));
      this.open.set(request.key, answer);
    }
    return answer;
  }

  private async askNow(request: ConsentRequest, settings: Settings): Promise<boolean> {
    const { target, reasons } = request;
    const allow = "Allow";
    const detail = [
      // One line each: a name with line breaks must not write lines of this list.
      inertSentence(request.sentence),
      targetLines(target)
        .map(([label, value]) => inertSentence(`${label}: ${value}`))
        .join("\n"),
      reasons.map(reasonText).join("\n"),
      inertSentence(`The destination is set in ${pathOf(configUri(settings))}.`),
      "Allow it only if you recognize this destination. The answer is stored on this machine.",
    ].join("\n\n");
    const question = `Connect to ${new URL(target.endpoint).host}?`;
    if ((await askMessage("warning", question, { modal: true, detail }, allow)) !== allow) return false;
    // The configuration may have changed; consent applies to what was shown.
    await this.consents.grant(targetKey(target));
    this.changed.fire();
    return true;
  }
}

/** The trust of this window. @param memory VS Code's global state */
export async function trustOf(memory: vscode.Memento): Promise<Trust> {
  const trust = new Trust(new EditorConsents(memory, await machineName()));
  await trust.learn();
  return trust;
}

/** What tells the machine that the extension runs on from the others that share the global state. */
async function machineName(): Promise<string> {
  const { remoteName } = vscode.env;
  if (!isNode) return `browser${remoteName === undefined ? "" : `/${remoteName}`}`;
  if (remoteName === undefined) return "local";
  const { hostname } = await import("node:os");
  return `${remoteName}/${hostname()}`;
}

function reasonText(reason: ConsentReason): string {
  switch (reason.kind) {
    case "host":
      return [`${reason.host} is not a known host of the service.`, reason.remark].filter(Boolean).join(" ");
    case "login":
      return [`${reason.host} is not the login host of this service.`, reason.remark]
        .filter(Boolean)
        .join(" ");
    case "loopback":
      return `${reason.host} is this machine, where any program can listen.`;
    case "variable":
      return `The variable ${reason.name} is not intended for this service.`;
    case "impersonation":
      return `Requests impersonate the service account ${reason.account}.`;
  }
}

function pathOf(uri: vscode.Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.toString(true);
}

/** Consent to be billed for reads, which is one of its own. */
function readsKey(target: CredentialTarget): string {
  return `reads of time series: ${targetKey(target)}`;
}
