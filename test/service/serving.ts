import { afterEach } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator/server";
import { type Answer, type Body, call, type Request } from "./http";

const running: Emulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.close()));
});

/** An emulator that ends with the test, and a way to call it. */
export async function serve(
  options: EmulatorOptions = {},
): Promise<Emulator & { call(request: Request): Promise<Answer> }> {
  const emulator = await startEmulator(options);
  running.push(emulator);
  return { ...emulator, call: (request) => call(emulator.url, request) };
}

export const ALL = "/v1/projects/orchard-demo/dashboards";

/** A small dashboard with this id. */
export function dashboard(id: string, more: object = {}): object {
  return {
    name: `projects/orchard-demo/dashboards/${id}`,
    displayName: `Dashboard ${id}`,
    gridLayout: { widgets: [{ text: { content: id } }] },
    ...more,
  };
}

/** Creates a dashboard and gives back what the service answered. */
export async function create(on: { call(request: Request): Promise<Answer> }, id: string): Promise<Body> {
  const answer = await on.call({ send: `POST ${ALL}`, body: dashboard(id) });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json;
}
