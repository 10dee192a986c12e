import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFolder, start } from "./bundle";
import { type Body, call } from "./http";
import { ALL, dashboard } from "./serving";

const list = async (url: string) => (await call(url, { send: `GET ${ALL}` })).json.dashboards ?? [];

test("what was answered survives kill -9, deletions too", async () => {
  const data = await dataFolder();
  const first = await start("--data", data);
  const stored: Body[] = [];
  for (const id of ["pears", "Pears", "a b:c", "con", "x".repeat(300), "figs"]) {
    const body = { ...dashboard("x"), name: `projects/orchard-demo/dashboards/${id}` };
    const answer = await call(first.url, { send: `POST ${ALL}`, body });
    expect(answer.status, answer.text).toBe(200);
    stored.push(answer.json);
  }
  const figs = stored.pop()!;
  expect((await call(first.url, { send: `DELETE /v1/${figs.name}` })).status).toBe(200);
  const pears = await call(first.url, {
    send: `PATCH /v1/${stored[0]!.name}`,
    body: { ...stored[0], displayName: "Ripe" },
  });
  stored[0] = pears.json;
  expect(await first.end("SIGKILL")).toEqual([null, "SIGKILL"]);

  const second = await start("--data", data);
  const byName = (a: Body, b: Body) => (a.name < b.name ? -1 : 1);
  expect([...(await list(second.url))].sort(byName)).toEqual(stored.sort(byName));
});

test("killed in the middle of writing, every dashboard is whole and none that was answered is missing", async () => {
  const data = await dataFolder();
  const first = await start("--data", data);
  const answered = new Set<string>();
  let killed = false;
  const writer = async (w: number) => {
    for (let i = 0; !killed; i++) {
      const id = `d-${w}-${i}`;
      const widgets = Array.from({ length: 50 }, () => ({ text: { content: "x".repeat(2000) } }));
      try {
        const { status, json } = await call(first.url, {
          send: `POST ${ALL}`,
          body: { ...dashboard(id), gridLayout: { widgets } },
        });
        if (status === 200) answered.add(json.name);
      } catch {
        return;
      }
    }
  };
  const writers = [0, 1, 2, 3].map(writer);
  await expect.poll(() => answered.size, { timeout: 20_000 }).toBeGreaterThan(20);
  await first.end("SIGKILL");
  killed = true;
  await Promise.all(writers);

  const second = await start("--data", data);
  const names = new Set((await list(second.url)).map(({ name }) => name));
  expect([...answered].filter((name) => !names.has(name))).toEqual([]);
  expect(second.stderr()).not.toContain("ignored");
  for (const project of await readdir(data)) {
    const files = await readdir(join(data, project));
    expect(files.filter((file) => file.endsWith(".tmp"))).toEqual([]);
  }
});

test("files are readable, and what is not a dashboard is passed over", async () => {
  const data = await dataFolder();
  const first = await start("--data", data);
  const { json } = await call(first.url, { send: `POST ${ALL}`, body: dashboard("pears") });
  await first.end("SIGKILL");
  const folder = join(data, json.name.split("/")[1]!);
  const file = join(folder, "pears.json");
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual(json);
  await copyFile(file, join(folder, "copy.json"));
  await writeFile(join(folder, "broken.json"), '{"name": "projects/');
  await writeFile(join(folder, ".1-1.tmp"), "half");
  await writeFile(join(data, "README"), "hello");

  const second = await start("--data", data);
  expect(await list(second.url)).toEqual([json]);
  expect(second.stderr()).toContain("broken.json");
  expect(await readdir(folder)).not.toContain(".1-1.tmp");
});

test("a write that cannot be kept is an error and changes nothing", async () => {
  const data = await dataFolder();
  const emulator = await start("--data", data);
  const { json } = await call(emulator.url, { send: `POST ${ALL}`, body: dashboard("pears") });
  const folder = join(data, json.name.split("/")[1]!);
  await rm(folder, { recursive: true });
  await writeFile(folder, "in the way");
  const answer = await call(emulator.url, {
    send: `PATCH /v1/${json.name}`,
    body: { ...json, displayName: "Ripe" },
  });
  expect([answer.status, answer.json.error.status]).toEqual([500, "INTERNAL"]);
  expect((await call(emulator.url, { send: `GET /v1/${json.name}` })).json).toEqual(json);
});

test("of many patches with one etag exactly one wins while the disk is slow, and it is the one on disk", async () => {
  const data = await dataFolder();
  const first = await start("--data", data);
  const { json } = await call(first.url, { send: `POST ${ALL}`, body: dashboard("pears") });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      call(first.url, { send: `PATCH /v1/${json.name}`, body: { ...json, displayName: `Writer ${i}` } }),
    ),
  );
  const won = answers.filter((answer) => answer.status === 200).map((answer) => answer.json);
  expect(won).toHaveLength(1);
  await first.end("SIGKILL");
  const second = await start("--data", data);
  expect(await list(second.url)).toEqual(won);
});
