import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/server";
import { type Body, call } from "./http";
import { cases, type Step } from "./recorded-cases";

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.close());

describe("what the service is known to answer", () => {
  test.each(cases)("$title ($known)", async ({ steps }) => {
    let last = {} as Body;
    for (const step of steps) last = await run(step, last);
  });

  test("the answers say what they are", async () => {
    const { headers } = await call(emulator.url, { send: "GET /v1/projects/orchard-demo/dashboards" });
    expect(headers.get("content-type")).toBe("application/json; charset=UTF-8");
  });
});

async function run({ send, body, answer }: Step, last: Body): Promise<Body> {
  const got = await call(emulator.url, { send, body: typeof body === "function" ? body(last) : body });
  const { message, name, has, is, lacks = [] } = answer;
  expect(got.status, got.text).toBe(answer.status);
  if (typeof message === "string") expect(got.json.error.message).toBe(message);
  else if (message) expect(got.json.error.message).toMatch(message);
  if (name !== undefined) expect(got.json.error.status).toBe(name);
  if (answer.status !== 200) expect(got.json.error.code).toBe(answer.status);
  if (has !== undefined) expect(got.json).toMatchObject(has);
  if (is !== undefined) expect(got.json).toEqual(is);
  for (const path of lacks) expect(at(got.json, path), path).toBeUndefined();
  return got.json;
}

function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce((inner: unknown, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}
