import { DashboardStore } from "../../emulator/google/dashboard-store";
import { dashboardRoutes } from "../../emulator/google/routes/dashboards";
import { GoogleService } from "../../emulator/google/service";

/** What happens around one writing request. */
export interface Around {
  /** Before the request arrives. */
  readonly before?: (() => Promise<void>) | undefined;
  /** After it was carried out, before its answer arrives. */
  readonly after?: (() => Promise<void>) | undefined;
  /** The request never arrives, or its answer never does. */
  readonly loss?: "request" | "answer" | undefined;
}

/** The emulator's dashboards of the project "demo" without a network in between. */
export interface LocalService {
  /** A `fetch` that the service answers. */
  fetchAs(who: string): typeof fetch;
  /** What happens around the next write. */
  readonly around: Map<string, Around>;
  /** Called for everything that changes a dashboard; undefined stands for none. */
  onWrite: (who: string, id: string, before: object | undefined, after: object | undefined) => void;
  /** The dashboard as it is, or undefined. */
  get(id: string): Promise<Record<string, unknown> | undefined>;
}

/** A new service that keeps its dashboards in memory. */
export async function localService(): Promise<LocalService> {
  const store = await DashboardStore.open(undefined, () => {});
  const google = new GoogleService({
    routes: dashboardRoutes({ store, newer: new Set(), refuse: [], denied: new Set() }),
    token: undefined,
    extraMembers: new Set(),
    report: (problem) => {
      throw problem;
    },
  });
  const call = (method: string, path: string, query = "", body = new Uint8Array()) =>
    google.handle({ method, path, query: new URLSearchParams(query), headers: {}, body });
  const get = async (id: string) => {
    const { status, body } = await call("GET", `/v1/projects/demo/dashboards/${id}`);
    return status === 200 ? (JSON.parse(body) as Record<string, unknown>) : undefined;
  };
  const answer = async (who: string, request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const sent = new Uint8Array(await request.arrayBuffer());
    const writes = request.method !== "GET" && !url.searchParams.has("validateOnly");
    const around = writes ? service.around.get(who) : undefined;
    if (around) service.around.delete(who);
    await around?.before?.();
    if (around?.loss === "request") throw new TypeError("fetch failed");
    const value =
      request.method === "POST"
        ? (JSON.parse(new TextDecoder().decode(sent)) as { name: string })
        : undefined;
    const id = (value?.name ?? url.pathname).split("/").pop()!;
    const before = writes ? await get(id) : undefined;
    const reply = await call(request.method, url.pathname, url.search, sent);
    if (writes && reply.status === 200) service.onWrite(who, id, before, await get(id));
    await around?.after?.();
    if (around?.loss === "answer") throw new TypeError("fetch failed");
    return new Response(reply.body, { status: reply.status, headers: reply.headers });
  };
  const service: LocalService = {
    around: new Map(),
    onWrite: () => {},
    get,
    fetchAs: (who) => (input, init) => answer(who, new Request(input, init)),
  };
  return service;
}
