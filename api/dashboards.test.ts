import { describe, expect, it } from "vitest";
import type { DashboardResource } from "../core/sync/service";
import { DashboardsClient } from "./dashboards";
import { ServiceError } from "./errors";
import { HttpClient, type HttpRequest } from "./http";

/** A client over scripted answers: a value is answered, an error is thrown. */
function scripted(...answers: unknown[]) {
  const calls: HttpRequest[] = [];
  const http = Object.create(HttpClient.prototype) as HttpClient;
  http.request = async (request) => {
    calls.push(request);
    const answer = answers[calls.length - 1];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const client = new DashboardsClient(http, "example.com:my-project");
  return { client, calls, sent: () => calls.map((call) => `${call.method} ${call.path}`) };
}

const PARENT = "/v1/projects/example.com%3Amy-project/dashboards";
const board: DashboardResource = { name: "projects/p/dashboards/a", displayName: "A" };
const lost = new ServiceError("unreachable", "lost", { outcomeUnknown: true });
const absent = new ServiceError("not-found", "absent");

it("gets, and says undefined where there is nothing", async () => {
  const { client, sent } = scripted(board, absent, new ServiceError("permission", "no"), [1]);
  expect(await client.get("a b/c")).toBe(board);
  expect(await client.get("x")).toBeUndefined();
  await expect(client.get("x")).rejects.toMatchObject({ kind: "permission" });
  await expect(client.get("x")).rejects.toMatchObject({ kind: "unexpected" });
  expect(sent()[0]).toBe(`GET ${PARENT}/a%20b%2Fc`);
});

describe("list", () => {
  const names = async (list: AsyncIterable<DashboardResource>) => {
    const out: unknown[] = [];
    for await (const { name } of list) out.push(name);
    return out;
  };

  it("reads page after page, and only as far as needed", async () => {
    const pages = [
      { dashboards: [{ name: "1" }, { name: "2" }], nextPageToken: "n" },
      {},
      { dashboards: [{ name: "3" }] },
    ];
    const { client, calls } = scripted(...pages);
    expect(await names(client.list({ pageSize: 2 }))).toEqual(["1", "2"]);
    expect(calls.map((call) => call.query)).toEqual([
      { pageSize: 2, pageToken: undefined },
      { pageSize: 2, pageToken: "n" },
    ]);
    const other = scripted(pages[0]);
    for await (const _ of other.client.list()) break;
    expect(other.calls).toHaveLength(1);
  });

  it("does not go round in circles", async () => {
    const page = { dashboards: [], nextPageToken: "n" };
    await expect(names(scripted(page, page, page).client.list())).rejects.toMatchObject({
      kind: "unexpected",
    });
  });
});

describe("create", () => {
  it("sends no etag, and says when it is only a question", async () => {
    const { client, calls } = scripted(board, board);
    await client.create({ ...board, etag: "old" });
    await client.create(board, { validateOnly: true });
    expect(calls.map((call) => [call.body, call.query])).toEqual([
      [board, { validateOnly: undefined }],
      [board, { validateOnly: true }],
    ]);
  });

  it("looks before it sends the same again", async () => {
    const { client, sent } = scripted(lost, absent, board);
    expect(await client.create(board)).toBe(board);
    expect(sent()).toEqual([`POST ${PARENT}`, `GET ${PARENT}/a`, `POST ${PARENT}`]);
  });

  it("sends nothing again when something is there", async () => {
    const { client, sent } = scripted(lost, board);
    await expect(client.create(board)).rejects.toMatchObject({ kind: "exists", outcomeUnknown: true });
    expect(sent()).toEqual([`POST ${PARENT}`, `GET ${PARENT}/a`]);
  });

  it("sends nothing again when it cannot look", async () => {
    const { client, sent } = scripted(lost, new ServiceError("unavailable", "down"));
    await expect(client.create(board)).rejects.toBe(lost);
    expect(sent()).toHaveLength(2);
  });

  it("gives up after some lost answers", async () => {
    const { client, sent } = scripted(lost, absent, lost, absent, lost);
    await expect(client.create(board)).rejects.toBe(lost);
    expect(sent().filter((call) => call.startsWith("POST"))).toHaveLength(3);
  });

  it("says that something may be there when one that was lost may stand in the way of the next", async () => {
    for (const kind of ["exists", "busy"] as const) {
      const { client } = scripted(lost, absent, new ServiceError(kind, "no"));
      await expect(client.create(board)).rejects.toMatchObject({ kind, message: "no", outcomeUnknown: true });
      const { client: other } = scripted(new ServiceError(kind, "no"));
      await expect(other.create(board)).rejects.toMatchObject({ kind, outcomeUnknown: false });
    }
  });

  it("does not look when it was stopped, refused, or only a question", async () => {
    for (const [error, options] of [
      [new ServiceError("cancelled", "stopped", { outcomeUnknown: true }), {}],
      [new ServiceError("refused", "no"), {}],
      [lost, { validateOnly: true }],
    ] as const) {
      const { client, calls } = scripted(error);
      await expect(client.create(board, options)).rejects.toBe(error);
      expect(calls).toHaveLength(1);
    }
  });

  it("wants a name", async () => {
    await expect(scripted().client.create({ displayName: "x" })).rejects.toThrow(TypeError);
  });
});

it("patches and deletes once", async () => {
  const { client, calls, sent } = scripted(board, {}, lost);
  await client.patch("a", { ...board, etag: "e" }, { validateOnly: true });
  await client.delete("a");
  await expect(client.patch("a", board)).rejects.toBe(lost);
  expect(sent()).toEqual([`PATCH ${PARENT}/a`, `DELETE ${PARENT}/a`, `PATCH ${PARENT}/a`]);
  expect(calls[0]).toMatchObject({ body: { etag: "e" }, query: { validateOnly: true } });
});
