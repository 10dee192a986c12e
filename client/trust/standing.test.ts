import { expect, it } from "vitest";
import { contactKey, credentialTargetOf, targetKey } from "../../api/trust/credential-target";
import type { Profile } from "../../core/config/config";
import { EditorConsents, type Memory } from "./consents";
import { standingOf } from "./standing";

class Memories extends Map<string, unknown> {
  forWindow(): Memory {
    return {
      keys: () => [...this.keys()],
      get: <T>(key: string) => this.get(key) as T | undefined,
      update: async (key, value) => void (value === undefined ? this.delete(key) : this.set(key, value)),
    };
  }
}

const profile = (more: Partial<Profile> = {}): Profile => ({
  name: "prod",
  project: "shop",
  endpoint: "https://monitoring.googleapis.com",
  credentials: "adc",
  protected: false,
  ...more,
});
const corporate = profile({ endpoint: "https://monitoring.corp.example" });

it("asks Google once for each project, and an emulator never", async () => {
  const consents = new EditorConsents(new Memories().forWindow(), "local");
  const kind = (of: Profile) => standingOf(of, consents).kind;
  expect(kind(profile())).toBe("first");
  expect(kind(profile({ endpoint: "http://127.0.0.1:8085", credentials: "none" }))).toBe("known");
  expect(kind(profile({ endpoint: "http://127.0.0.1:8085" }))).toBe("ask");

  await consents.grant(contactKey(credentialTargetOf(profile())));
  // Whatever the profile is called, and however it signs in: the host is one of Google's.
  expect(kind(profile({ name: "other", credentials: "gcloud" }))).toBe("known");
  expect(kind(profile({ project: "other" }))).toBe("first");
  expect(kind(profile({ impersonate: "a@b.iam.gserviceaccount.com" }))).toBe("ask");
  expect(kind(profile({ credentials: { env: "AWS_SECRET_ACCESS_KEY" } }))).toBe("ask");
});

it("asks about another host for the whole place", async () => {
  const consents = new EditorConsents(new Memories().forWindow(), "local");
  const kind = (of: Profile) => standingOf(of, consents).kind;
  expect(kind(corporate)).toBe("ask");
  // A first contact is no consent.
  await consents.grant(contactKey(credentialTargetOf(corporate)));
  expect(kind(corporate)).toBe("ask");
  await consents.grant(targetKey(credentialTargetOf(corporate)));
  expect(kind(corporate)).toBe("known");
  expect(kind({ ...corporate, credentials: "gcloud" })).toBe("ask");
  expect(kind({ ...corporate, project: "other" })).toBe("ask");
});

it("keeps consent by machine, and forgets it", async () => {
  const memory = new Memories();
  const here = new EditorConsents(memory.forWindow(), "local", () => new Date(0));
  const there = new EditorConsents(memory.forWindow(), "ssh-remote/build", () => new Date(0));
  await here.grant("a");
  await here.grant("b");
  expect([here.has("a"), there.has("a")]).toEqual([true, false]);
  expect(here.list()).toEqual([
    { key: "a", at: "1970-01-01T00:00:00.000Z" },
    { key: "b", at: "1970-01-01T00:00:00.000Z" },
  ]);
  expect(await here.remove("a")).toBe(true);
  expect(await here.remove("a")).toBe(false);
  expect(here.list().map(({ key }) => key)).toEqual(["b"]);
});

it("refuses what the environment does not allow", () => {
  const consents = new EditorConsents(new Memories().forWindow(), "local");
  expect(standingOf(profile(), consents, { allowedProjects: ["other"] })).toMatchObject({ kind: "refused" });
});
