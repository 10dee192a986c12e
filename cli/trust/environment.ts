import type { ConsentLookup } from "../../api/trust/consent";
import { CommandLineError, type Io } from "../io";

const HOST = /^([a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:\d{1,5})?$/;
const KEY = /^(dashboards|usage)=https?:\/\/\S+\?\S+$/;

/**
 * What the variable MOSAIC_TRUST agrees to: lines of `mosaic trust --list`, or hosts, which then get Mosaic's own kinds
 * of credentials.
 *
 * @throws CommandLineError if it contains anything else, so that a typo does not silently trust less
 */
export function environmentConsents(env: Io["env"]): Required<ConsentLookup> {
  const entries = listIn(env["MOSAIC_TRUST"]);
  for (const entry of entries) {
    if (KEY.test(entry) || HOST.test(entry)) continue;
    throw new CommandLineError(
      `the variable MOSAIC_TRUST contains ${JSON.stringify(entry)}, which is neither a host nor a key from mosaic trust --list`,
    );
  }
  return { has: (key) => entries.includes(key), hasHost: (host) => entries.includes(host) };
}

/**
 * The projects that the variable MOSAIC_ALLOWED_PROJECTS names; undefined when it is not set.
 *
 * @throws CommandLineError when it is set and empty
 */
export function allowedProjects(env: Io["env"]): readonly string[] | undefined {
  const text = env["MOSAIC_ALLOWED_PROJECTS"];
  if (text === undefined) return undefined;
  const entries = listIn(text);
  if (entries.length > 0) return entries.map((entry) => entry.replace(/^projects\//, ""));
  throw new CommandLineError("the variable MOSAIC_ALLOWED_PROJECTS is empty; list projects or unset it");
}

function listIn(text: string | undefined): string[] {
  return (text ?? "").split(/[\s,]+/).filter((entry) => entry !== "");
}
