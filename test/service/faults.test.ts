import { expect, test } from "vitest";
import { parseFaults } from "../../emulator/faults";
import { ALL, create, dashboard, serve } from "./serving";

const list = { send: `GET ${ALL}` };

test("a status fault has Google's error body and, if asked for, tells when to come back", async () => {
  const emulator = await serve({ faults: parseFaults(["429=1,retry-after=3"]) });
  const answer = await emulator.call(list);
  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("3");
  expect(answer.json.error).toMatchObject({
    code: 429,
    status: "RESOURCE_EXHAUSTED",
    details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "3s" }],
  });
});

test.each([
  [500, "INTERNAL"],
  [503, "UNAVAILABLE"],
  [504, "DEADLINE_EXCEEDED"],
])("%i is %s", async (status, name) => {
  const emulator = await serve({ faults: parseFaults([`${status}=1`]) });
  const answer = await emulator.call(list);
  expect([answer.status, answer.json.error.code, answer.json.error.status]).toEqual([status, status, name]);
});

test("a 502 is a page", async () => {
  const emulator = await serve({ faults: parseFaults(["502=1"]) });
  const answer = await emulator.call(list);
  expect([answer.status, answer.text.slice(0, 15)]).toEqual([502, "<!DOCTYPE html>"]);
});

test("conflicts strike writes only, in the service's own words", async () => {
  const emulator = await serve({ faults: parseFaults(["409=1"]) });
  expect((await emulator.call(list)).status).toBe(200);
  const answer = await emulator.call({ send: `POST ${ALL}`, body: dashboard("pears") });
  expect(answer.json.error).toMatchObject({
    status: "ABORTED",
    message: "Too many concurrent edits to the project configuration. Please try again.",
  });
});

test("the same seed gives the same faults, another seed others", async () => {
  const faults = parseFaults(["429=0.3", "503=0.3"]);
  const statuses = async (seed: number) => {
    const emulator = await serve({ faults, seed });
    const seen: number[] = [];
    for (let i = 0; i < 40; i++) seen.push((await emulator.call(list)).status);
    return seen;
  };
  const first = await statuses(7);
  expect(await statuses(7)).toEqual(first);
  expect(await statuses(8)).not.toEqual(first);
  expect(new Set(first)).toEqual(new Set([200, 429, 503]));
});

test("a late answer says that nothing happened, and something did", async () => {
  const emulator = await serve();
  emulator.inject({ late: 0 });
  const answer = await emulator.call({ send: `POST ${ALL}`, body: dashboard("pears") });
  expect([answer.status, answer.json.error.status]).toEqual([504, "DEADLINE_EXCEEDED"]);
  expect((await emulator.call({ send: `GET ${ALL}/pears` })).status).toBe(200);
  emulator.inject({ late: 50 });
  expect((await emulator.call({ send: `POST ${ALL}`, body: dashboard("plums") })).status).toBe(504);
  expect((await emulator.call({ send: `GET ${ALL}/plums` })).status).toBe(404);
  await expect.poll(async () => (await emulator.call({ send: `GET ${ALL}/plums` })).status).toBe(200);
});

test("a dropped request is not carried out, a lost one is", async () => {
  const emulator = await serve();
  emulator.inject({ close: "before" }, { close: "after" });
  await expect(emulator.call({ send: `POST ${ALL}`, body: dashboard("pears") })).rejects.toThrow();
  await expect(emulator.call({ send: `POST ${ALL}`, body: dashboard("plums") })).rejects.toThrow();
  expect((await emulator.call({ send: `GET ${ALL}/pears` })).status).toBe(404);
  expect((await emulator.call({ send: `GET ${ALL}/plums` })).status).toBe(200);
});

test("a truncated answer breaks off in the middle of its body", async () => {
  const emulator = await serve();
  await create(emulator, "pears");
  emulator.inject({ truncate: true });
  const answer = await fetch(`${emulator.url}${ALL}/pears`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

test("a slow body is complete in the end, and is no longer sent after a disconnect", async () => {
  const lines: string[] = [];
  const emulator = await serve({ log: (line) => lines.push(line) });
  const made = await create(emulator, "pears");
  emulator.inject({ slow: 300 }, { slow: 60_000 });
  const answer = await fetch(`${emulator.url}${ALL}/pears`);
  expect(await answer.json()).toEqual(made);
  const impatient = await fetch(`${emulator.url}${ALL}/pears`, { signal: AbortSignal.timeout(100) });
  await expect(impatient.text()).rejects.toThrow();
  // The end of the emulator does not wait for a minute either.
  await emulator.close();
  expect(lines.at(-1)).toMatch(/broken off|not waited for/);
});

test("latency is waited for, and does not hold up the end", async () => {
  const emulator = await serve({ faults: parseFaults(["latency=150"]) });
  const started = performance.now();
  expect((await emulator.call(list)).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThan(140);
  emulator.inject({ delay: 60_000 });
  const waiting = emulator.call(list).catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await emulator.close();
  expect(await waiting).toBeInstanceOf(Error);
});

test("injected faults come once each, in order", async () => {
  const emulator = await serve();
  emulator.inject({ status: 503, retryAfter: 0 }, { status: 500 });
  const seen = [];
  for (let i = 0; i < 3; i++) seen.push((await emulator.call(list)).status);
  expect(seen).toEqual([503, 500, 200]);
});
