/** Where the dashboards service is when a profile names no endpoint. */
export const DEFAULT_ENDPOINT = "https://monitoring.googleapis.com";

export type EndpointResult =
  | { readonly ok: true; readonly endpoint: string; readonly loopback: boolean }
  | { readonly ok: false; readonly message: string };

/** What the messages about the endpoint of a service name: an endpoint of it, and the start of the paths that it has. */
export interface EndpointWords {
  readonly example: string;
  readonly adds: string;
}

/**
 * Checks an endpoint and gives it without a slash at the end. Tokens are sent there, so it must be https; plain http is
 * for the emulator on this machine only.
 */
export function readEndpoint(
  text: string,
  words: EndpointWords = { example: DEFAULT_ENDPOINT, adds: "/v1/…" },
): EndpointResult {
  // The URL class belongs to no room of the language itself, so the few parts that matter are read here.
  const match = /^(https?):\/\/([^/?#\s]+)(\/?)(.*)$/i.exec(text);
  if (!match) return { ok: false, message: `An endpoint must be a URL such as ${words.example}.` };
  const [, scheme, authority, , rest] = match as unknown as [string, string, string, string, string];
  if (authority.includes("@"))
    return { ok: false, message: "An endpoint must not contain a user name or password." };
  if (rest !== "") {
    return { ok: false, message: `An endpoint must not have a path. Mosaic adds ${words.adds} itself.` };
  }
  const host = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9._-]*[a-z0-9])?)(?::(\d{1,5}))?$/i.exec(authority);
  if (!host || Number(host[3] ?? 0) > 65535) {
    return { ok: false, message: `"${authority}" is not a host name with an optional port.` };
  }
  if (isOddNumber(host[1]!)) {
    return { ok: false, message: `"${host[1]}" is not an IPv4 address. Write four numbers from 0 to 255.` };
  }
  const loopback = isLoopback(host[1]!);
  if (scheme.toLowerCase() === "http" && !loopback) {
    return {
      ok: false,
      message:
        "An endpoint must use https, because tokens are sent to it. Plain http is allowed only for 127.0.0.1 and localhost.",
    };
  }
  return { ok: true, endpoint: `${scheme.toLowerCase()}://${authority.toLowerCase()}`, loopback };
}

/** Hosts that end in a number are addresses to a URL, in forms that people do not recognize: 127.1 or 0x7f000001. */
function isOddNumber(host: string): boolean {
  if (!/(^|\.)(\d+|0x[0-9a-f]*)$/i.test(host)) return false;
  return !/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(host);
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(host);
}
