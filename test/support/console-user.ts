import { setTimeout as sleep } from "node:timers/promises";
import { type Board, editedBoard, minus, newBoard, tokensOf } from "./tokens";

/** What an edit on the console has done. */
export interface ConsoleEdit {
  /** What was there when it was made; undefined for nothing. */
  readonly before: Board | undefined;
  readonly after: Board;
}

/** A user who edits dashboards on the service, and retries after a lost connection. */
export class ConsoleUser {
  constructor(
    private readonly url: () => string,
    private readonly fresh: () => string,
    private readonly pick: (count: number) => number,
  ) {}

  /** The dashboard as it is, or undefined. */
  async get(id: string): Promise<(Board & { readonly etag: string }) | undefined> {
    return this.insist(async () => {
      const response = await fetch(this.address(id));
      const value = (await response.json()) as Board & { readonly etag: string };
      if (response.status === 404) return undefined;
      if (response.status !== 200) throw new Error(`answered ${response.status}`);
      return value;
    });
  }

  /** Edits a dashboard, or creates it. */
  async edit(id: string): Promise<ConsoleEdit> {
    return this.insist(async () => {
      const before = await this.get(id);
      const after: Board = before
        ? editedBoard(before, this.fresh, this.pick)
        : { ...newBoard(this.fresh), name: `projects/demo/dashboards/${id}` };
      const response = await fetch(before ? this.address(id) : this.address(""), {
        method: before ? "PATCH" : "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(after),
      }).catch(() => undefined);
      if (response?.status === 200) return { before, after };
      // A concurrent edit or a lost response: read the dashboard to find out.
      const now = await this.get(id);
      const [has, wants] = [tokensOf(now), tokensOf(after)];
      if (minus(has, wants).length + minus(wants, has).length === 0) return { before, after };
      throw new Error(`not saved: ${response?.status}`);
    });
  }

  private address(id: string): string {
    return `${this.url()}/v1/projects/demo/dashboards${id === "" ? "" : `/${id}`}`;
  }

  private async insist<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (attempt === 40) throw error;
        await sleep(20);
      }
    }
  }
}
