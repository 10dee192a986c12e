import * as vscode from "vscode";
import { HourlyBudget, PRICE, SeriesBudget } from "../../api/monitoring/budget";
import { monitoringOf } from "../../api/profile";
import { targetKey } from "../../api/trust/credential-target";
import type { Destination } from "../../api/trust/destination";
import { isLoopbackHost } from "../../api/trust/hosts";
import { askMessage } from "../ask";
import { environmentOf, isTrusted, profileInUse } from "../deploy/session/session";
import { LiveAnswers } from "./answers";
import type { LiveDeps } from "./register";
import type { Connection } from "./session-ports";

/** What has been read of each project in this window. */
const read = new Map<string, LiveAnswers>();

/** A project that may be read, and the key of where it is. */
export interface KeyedConnection extends Connection {
  readonly key: string;
}

/** Asks for everything that is needed to show live data beside a document; undefined when the user says no. */
export async function connectByHand(uri: vscode.Uri, deps: LiveDeps): Promise<KeyedConnection | undefined> {
  if (!(await isTrusted())) return undefined;
  const settings = await deps.profiles.settingsFor(uri);
  const profile = await profileInUse(settings, deps.profiles);
  const trust = await deps.trust();
  const destination = profile && (await trust.allow(profile, settings));
  if (!destination) return undefined;
  if (!isFree(destination) && !trust.allowsReads(destination)) {
    const show = "Show Live Data";
    const { check, hour } = limits();
    const question = `Show live data of project ${profile.project}?`;
    const detail = [
      PRICE,
      `Mosaic reads only what is in sight, and asks again after ${check} time series at a time and ${hour} an hour. The answer is stored on this machine.`,
    ].join("\n");
    if ((await askMessage("information", question, { modal: true, detail }, show)) !== show) return undefined;
    await trust.allowReads(destination);
  }
  return connectionTo(destination, profile.project, deps);
}

/** The project that may be read without a question; undefined when there is none. */
export async function connectAlone(uri: vscode.Uri, deps: LiveDeps): Promise<KeyedConnection | undefined> {
  const settings = await deps.profiles.settingsFor(uri);
  const profile = deps.profiles.active(settings);
  if (typeof profile === "string") return undefined;
  const trust = await deps.trust();
  const standing = trust.judge(profile, settings);
  if (standing.kind !== "known") return undefined;
  const { destination } = standing;
  return isFree(destination) || trust.allowsReads(destination)
    ? connectionTo(destination, profile.project, deps)
    : undefined;
}

/** An emulator on this machine. */
export function isFree({ endpoint, target }: Destination): boolean {
  return isLoopbackHost(new URL(endpoint).hostname) && target.credentials === "none";
}

function connectionTo(destination: Destination, project: string, deps: LiveDeps): KeyedConnection {
  const key = targetKey(destination.target);
  let answers = read.get(key);
  if (!answers) {
    const hour = new HourlyBudget(limits().hour, Date.now);
    answers = new LiveAnswers(monitoringOf(destination, environmentOf(deps)), hour);
    read.set(key, answers);
  }
  const { hour } = answers;
  return { key, project, answers, budget: () => new SeriesBudget(limits().check, hour) };
}

function limits(): { readonly check: number; readonly hour: number } {
  const configuration = vscode.workspace.getConfiguration("mosaic");
  return {
    check: configuration.get<number>("live.maxSeries", 2000),
    hour: configuration.get<number>("live.maxSeriesPerHour", 20_000),
  };
}
