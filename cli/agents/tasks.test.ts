import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Agent, type Reply, startAgent } from "../../test/support/agent";
import { TASKS } from "../../test/support/agent-tasks";

let folder: string;
let agent: Agent;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "mosaic-agents-")));
  const io = { cwd: folder, env: {}, color: false, out: () => {}, err: () => {}, stdin: async () => "" };
  agent = await startAgent(folder, io);
});
afterAll(async () => {
  await agent.close();
  await rm(folder, { recursive: true });
});

describe("an agent corrects, in at most three calls,", () => {
  it.each(TASKS.map((task, i) => [task.name, task, i] as const))("%s", async (_, task, i) => {
    const { file = `task-${i}.dashboard.json`, content, solve, has, left = 0 } = task;
    if (content !== undefined)
      await writeFile(
        path.join(folder, file),
        typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`,
      );
    const replies: Reply[] = [];
    const transcript: string[] = [];
    await solve(async (tool, args = {}) => {
      const reply = await agent.call(tool, { file, ...args });
      replies.push(reply);
      transcript.push(`${tool} ${JSON.stringify(args)}\n  → ${reply.isError ? "ERROR " : ""}${reply.text}`);
      return reply;
    });
    const log = transcript.join("\n");
    if (process.env["TRANSCRIPTS"]) console.log(log);
    expect(replies.length, log).toBeLessThanOrEqual(3);
    const last = replies.at(-1)!;
    expect(last.isError, log).toBe(false);
    expect(last.value["errors"], log).toBe(0);
    expect(last.value["findings"].length, log).toBeLessThanOrEqual(left);
    if (has) expect(await readFile(path.join(folder, file), "utf8"), log).toMatch(has);
    for (const reply of replies) expect(reply.text.length, log).toBeLessThan(8000);
  });

  it("at least thirty of them", () => expect(TASKS.length).toBeGreaterThanOrEqual(30));
});
