import { expect, test } from "vitest";
import { ALL, create, serve } from "./serving";

test("an empty project has an empty list", async () => {
  const emulator = await serve();
  expect((await emulator.call({ send: `GET ${ALL}` })).text.trim()).toBe("{}");
});

test("pages hold every dashboard once, in order, and the last one has no token", async () => {
  const emulator = await serve();
  for (const id of ["c", "a", "e", "b", "d"]) await create(emulator, id);
  const pages: string[][] = [];
  let token: string | undefined = "";
  while (token !== undefined) {
    const { json } = await emulator.call({
      send: `GET ${ALL}?pageSize=2&pageToken=${encodeURIComponent(token)}`,
    });
    pages.push((json.dashboards ?? []).map((dashboard) => dashboard.displayName));
    token = json.nextPageToken;
  }
  expect(pages).toEqual([["Dashboard a", "Dashboard b"], ["Dashboard c", "Dashboard d"], ["Dashboard e"]]);
});

test("a page that holds exactly the rest has no token", async () => {
  const emulator = await serve();
  await create(emulator, "a");
  await create(emulator, "b");
  expect((await emulator.call({ send: `GET ${ALL}?pageSize=2` })).json.nextPageToken).toBeUndefined();
});

test("paging goes on when the last dashboard of a page is deleted in between", async () => {
  const emulator = await serve();
  for (const id of ["a", "b", "c"]) await create(emulator, id);
  const first = await emulator.call({ send: `GET ${ALL}?pageSize=2` });
  await emulator.call({ send: `DELETE ${ALL}/b` });
  const rest = await emulator.call({ send: `GET ${ALL}?pageSize=2&pageToken=${first.json.nextPageToken}` });
  expect(rest.json.dashboards?.map((dashboard) => dashboard.displayName)).toEqual(["Dashboard c"]);
});

test("without a size a page holds a thousand", async () => {
  const emulator = await serve();
  await Promise.all(Array.from({ length: 1001 }, (_, i) => create(emulator, `d${i}`)));
  const first = await emulator.call({ send: `GET ${ALL}?fields=dashboards(name),nextPageToken` });
  expect(first.json.dashboards).toHaveLength(1000);
  const second = await emulator.call({ send: `GET ${ALL}?page_token=${first.json.nextPageToken}` });
  expect(second.json.dashboards).toHaveLength(1);
});

test.each(["nonsense", "AAAA", encodeURIComponent("=;DROP")])("the token %s is refused", async (token) => {
  const emulator = await serve();
  const answer = await emulator.call({ send: `GET ${ALL}?pageToken=${token}` });
  expect([answer.status, answer.json.error.status]).toEqual([400, "INVALID_ARGUMENT"]);
});

test("a token of another project is refused", async () => {
  const emulator = await serve();
  await create(emulator, "a");
  await create(emulator, "b");
  const { json } = await emulator.call({ send: `GET ${ALL}?pageSize=1` });
  const answer = await emulator.call({
    send: `GET /v1/projects/meadow-demo/dashboards?pageSize=1&pageToken=${json.nextPageToken}`,
  });
  expect(answer.status).toBe(400);
});

test.each(["-1", "many", "1.5", "99999999999"])("a page size of %s is refused", async (size) => {
  const emulator = await serve();
  expect((await emulator.call({ send: `GET ${ALL}?pageSize=${size}` })).status).toBe(400);
});
