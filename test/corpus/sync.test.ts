import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dashboardsOf } from "../../api/profile";
import { check } from "../../core/check";
import type { Profile } from "../../core/config/config";
import { type JsonDocument, readDocument } from "../../core/document/reader";
import { canonicalize } from "../../core/schema/canonical";
import { canonicalValue } from "../../core/schema/canonical-value";
import { baseFromState } from "../../core/sync/base";
import { normalForm, normalFormOf } from "../../core/sync/normal-form";
import { pull } from "../../core/sync/pull";
import { push } from "../../core/sync/push";
import { reconcile } from "../../core/sync/reconcile";
import type { DashboardService } from "../../core/sync/service";
import { type StateStore, stateStore, type TextFiles } from "../../core/sync/state";
import { DocumentVersion, Version } from "../../core/sync/version";
import { type Emulator, startEmulator } from "../../emulator/server";
import { typedDestination } from "../support/destinations";

/** Dashboards by Google itself: what they hold is known to be accepted. */
const FOLDER = new URL("../../../shared/corpus/", import.meta.url);
const files = existsSync(FOLDER)
  ? readdirSync(FOLDER).filter((name) => /^(samples|GoogleCloudPlatform)__.*\.json$/.test(name))
  : [];

let emulator: Emulator;
let profile: Profile;
let service: DashboardService;
let state: StateStore;

beforeAll(async () => {
  emulator = await startEmulator();
  profile = {
    name: "emulator",
    project: "corpus",
    endpoint: emulator.url,
    credentials: "none",
    protected: false,
  };
  service = dashboardsOf(typedDestination(profile), { environment: {} });
  state = stateStore(memoryFiles(), profile);
});
afterAll(() => emulator.close());

describe.skipIf(files.length === 0)("dashboards by Google", () => {
  it("are the same as plain values and as texts", () => {
    for (const name of files) {
      const document = read(name);
      const value = JSON.parse(document.text) as unknown;
      expect(canonicalValue(value), name).toEqual(canonicalize(document).value);
      expect(new Version(value).key, name).toBe(new DocumentVersion(document).key);
    }
  });

  it("are accepted by the checks, but for a few", () => {
    const accepted = files.filter((name) => isAccepted(read(name)));
    expect(accepted.length / files.length).toBeGreaterThan(0.95);
  });

  it.each(files)("%s", async (name) => {
    const document = read(name);
    if (!isAccepted(document)) return;
    const id = `d${files.indexOf(name)}`;
    const named = withName(document, id);

    expect(await pushIt(id, named)).toMatchObject({ kind: "created", altered: [] });
    expect(await pushIt(id, named)).toMatchObject({ kind: "unchanged" });

    // Onto the author's own file: not one byte.
    expect(await pullIt(id, named)).toMatchObject({ kind: "unchanged" });
    const received = (await service.get(id))!;
    expect(reconcile(named, received)).toMatchObject({ ok: true, edits: [] });

    // Into a new file: another text of the same dashboard.
    const pulled = await pullIt(id, undefined);
    if (pulled.kind !== "created") return expect.unreachable(pulled.kind);
    expect(normalFormOf(readDocument(pulled.plan.after))).toEqual(normalFormOf(named));
    expect(normalForm(received)).toEqual(normalFormOf(named));
    expect(await pushIt(id, readDocument(pulled.plan.after))).toMatchObject({ kind: "unchanged" });
  });
});

function read(name: string): JsonDocument {
  return readDocument(readFileSync(new URL(encodeURIComponent(name), FOLDER), "utf8"));
}

function isAccepted(document: JsonDocument): boolean {
  return check(document).every((finding) => finding.severity !== "error");
}

/** The file with a name of its own, since files of the corpus share names and many have none. */
function withName(document: JsonDocument, id: string): JsonDocument {
  const value = JSON.parse(document.text) as Record<string, unknown>;
  const named = reconcile(document, { ...value, name: `projects/corpus/dashboards/${id}` });
  if (!named.ok) throw new Error(named.reason);
  return readDocument(named.text);
}

function pushIt(id: string, document: JsonDocument) {
  return push(
    { path: `${id}.dashboard.json`, document, profile, findings: [] },
    {
      service,
      state,
      bases: [baseFromState(state)],
      claimants: async () => [],
      dialogs: {
        errors: async () => "cancel",
        otherProject: async () => true,
        conflict: async () => "cancel",
        confirm: async () => true,
        typeName: async () => undefined,
      },
    },
  );
}

function pullIt(id: string, document: JsonDocument | undefined) {
  return pull(
    { path: `${id}.dashboard.json`, document, unsaved: false, profile, id },
    { service, state, bases: [baseFromState(state)], replace: async () => "cancel", write: async () => true },
  );
}

function memoryFiles(): TextFiles {
  const texts = new Map<string, string>();
  return {
    read: async (path) => texts.get(path),
    write: async (path, text) => void texts.set(path, text),
    list: async (folder) =>
      [...texts.keys()].filter((p) => p.startsWith(`${folder}/`)).map((p) => p.slice(folder.length + 1)),
  };
}
