import { createHash } from "node:crypto";
import { invalidArgument } from "./rpc-error";

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Position of a page: the last key, and the collection. */
export interface PagePosition {
  readonly scope: string;
  readonly after: string;
}

/** An opaque token for `position`, valid for 24 hours. `now` is in milliseconds. */
export function writePageToken(position: PagePosition, now: number): string {
  const payload = JSON.stringify([position.scope, position.after, now]);
  return Buffer.from(`${checksum(payload)}${payload}`, "utf8").toString("base64url");
}

/**
 * The key after which the page starts.
 * @throws RpcError 400 for a token that was not made here, that has expired or belongs to another collection.
 */
export function readPageToken(token: string, scope: string, now: number): string {
  const text = Buffer.from(token, "base64url").toString("utf8");
  const payload = text.slice(CHECKSUM_LENGTH);
  if (text.slice(0, CHECKSUM_LENGTH) === checksum(payload)) {
    const [tokenScope, after, made] = JSON.parse(payload) as [string, string, number];
    if (tokenScope === scope && now - made <= LIFETIME_MS) return after;
  }
  throw invalidArgument("Request contains an invalid argument: page token is not valid.");
}

const CHECKSUM_LENGTH = 16;

function checksum(payload: string): string {
  return createHash("sha256").update(`page:${payload}`).digest("hex").slice(0, CHECKSUM_LENGTH);
}
