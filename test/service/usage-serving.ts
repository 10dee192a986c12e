import { type UsageClient, type UsageEnvironment, usageOf } from "../../api/usage/index";
import type { UsageProfile } from "../../core/config/usage/usage";
import type { Emulator, EmulatorOptions } from "../../emulator/server";
import { typedDestination } from "../support/destinations";
import { serve } from "./serving";

/** Noon of a Friday, so that no test depends on the day on which it runs. */
export const NOW = Date.parse("2026-07-31T12:00:00Z");

export interface UsageServing {
  readonly emulator: Emulator;
  /** What was asked of the emulator, as `METHOD path`, without time. */
  readonly calls: string[];
  /** Waits of the client in milliseconds, none of which take any time. */
  readonly waits: number[];
  /** Moves the clock that the client and the emulator share. */
  pass(ms: number): void;
  client(
    profile?: Partial<UsageProfile>,
    more?: Partial<UsageEnvironment> & { pageSize?: number },
  ): UsageClient;
}

/** An emulator and clients of it on one clock, which moves only when a client waits. */
export async function serveUsage(options: EmulatorOptions = {}): Promise<UsageServing> {
  let now = NOW;
  const calls: string[] = [];
  const waits: number[] = [];
  const emulator = await serve({
    ...options,
    usage: { now: () => now, ratePerMinute: 100_000, ...options.usage },
    log: (line) => void calls.push(line.split(" ").slice(0, 3).join(" ")),
  });
  return {
    emulator,
    calls,
    waits,
    pass: (ms) => void (now += ms),
    client: (profile = {}, more = {}) =>
      usageOf(
        typedDestination({
          name: "emulator",
          baseUrl: emulator.url,
          loginUrl: emulator.url,
          credentials: "none",
          legacy: false,
          ...profile,
        }),
        {
          legacy: profile.legacy ?? false,
          environment: {},
          now: () => now,
          random: () => 0,
          sleep: async (ms, signal) => {
            signal?.throwIfAborted();
            waits.push(ms);
            now += ms;
          },
          ...more,
        },
      ),
  };
}
