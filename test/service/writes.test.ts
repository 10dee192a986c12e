import { expect, test } from "vitest";
import { ALL, create, dashboard, serve } from "./serving";

test("an id that exists already is refused, whichever way the project is named", async () => {
  const emulator = await serve();
  const { name } = await create(emulator, "pears");
  const number = name.split("/")[1]!;
  for (const project of ["orchard-demo", number]) {
    const answer = await emulator.call({
      send: `POST /v1/projects/${project}/dashboards`,
      body: { ...dashboard("pears"), name: `projects/${number}/dashboards/pears` },
    });
    expect([answer.status, answer.json.error.status]).toEqual([409, "ALREADY_EXISTS"]);
  }
});

test("project id and project number lead to the same dashboard", async () => {
  const emulator = await serve();
  const created = await create(emulator, "pears");
  const byNumber = await emulator.call({ send: `GET /v1/${created.name}` });
  const byId = await emulator.call({ send: `GET ${ALL}/pears` });
  expect(byNumber.json).toEqual(created);
  expect(byId.json).toEqual(created);
});

test("a project has the same number in every emulator", async () => {
  const [one, two] = [await serve(), await serve()];
  expect((await create(one, "a")).name).toBe((await create(two, "a")).name);
});

test("what is answered can be sent again unchanged", async () => {
  const emulator = await serve();
  const created = await create(emulator, "pears");
  const again = await emulator.call({ send: `PATCH /v1/${created.name}`, body: created });
  expect(again.json).toEqual({ ...created, etag: again.json.etag });
  expect(again.json.etag).not.toBe(created.etag);
});

test("an old etag is refused with 409 and changes nothing", async () => {
  const emulator = await serve();
  const created = await create(emulator, "pears");
  const newer = await emulator.call({
    send: `PATCH /v1/${created.name}`,
    body: { ...created, displayName: "Newer" },
  });
  const late = await emulator.call({
    send: `PATCH /v1/${created.name}`,
    body: { ...created, displayName: "Late" },
  });
  expect([late.status, late.json.error.status]).toEqual([409, "ABORTED"]);
  expect((await emulator.call({ send: `GET /v1/${created.name}` })).json).toEqual(newer.json);
});

test("of many patches with one etag exactly one wins", async () => {
  const emulator = await serve();
  const created = await create(emulator, "pears");
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      emulator.call({ send: `PATCH /v1/${created.name}`, body: { ...created, displayName: `Writer ${i}` } }),
    ),
  );
  const won = answers.filter((answer) => answer.status === 200);
  expect(won).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
  expect((await emulator.call({ send: `GET /v1/${created.name}` })).json).toEqual(won[0]!.json);
});

test("of many creates with one id exactly one wins", async () => {
  const emulator = await serve();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => emulator.call({ send: `POST ${ALL}`, body: dashboard("pears") })),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
});

test("a patch of a dashboard that is not there is a 404", async () => {
  const emulator = await serve();
  const answer = await emulator.call({
    send: `PATCH ${ALL}/pears`,
    body: { ...dashboard("pears"), etag: "x" },
  });
  expect(answer.status).toBe(404);
});
