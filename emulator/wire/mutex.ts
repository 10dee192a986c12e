/** Runs tasks with the same key one after the other, tasks with different keys side by side. */
export class KeyedMutex {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** Waits for its turn, runs `task`, gives back what it gave or threw. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve();
    const result = before.then(task, task);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.tails.set(key, settled);
    void settled.then(() => {
      if (this.tails.get(key) === settled) this.tails.delete(key);
    });
    return result;
  }
}
