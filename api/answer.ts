import { ServiceError } from "./errors";

/** Maximum size of a response in bytes, after decompression. For lists, this is the size of one page. */
const LARGEST_ANSWER = 32 * 1024 * 1024;
/** Maximum nesting of objects and lists. The service itself accepts no message that is nested this deep. */
const DEEPEST = 200;

/** A response that is too large to read. A retry would not help. */
export class AnswerTooLarge extends ServiceError {
  /** @param outcomeUnknown whether the request may have changed something */
  constructor(message: string, outcomeUnknown = false) {
    super("unexpected", message, {
      action: "Check the endpoint of the profile. This is not a response of the service.",
      outcomeUnknown,
    });
  }
}

/**
 * The text of a response. Read in chunks, so that reading stops early for a small compressed body that expands to
 * gigabytes.
 *
 * @param most bytes after decompression
 * @throws AnswerTooLarge when there is more
 */
export async function readText(response: Response, most = LARGEST_ANSWER): Promise<string> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > most) {
      // Ignore everything after this, including errors of the closed connection.
      await reader.cancel().catch(() => {});
      throw new AnswerTooLarge(
        `The response of the service is larger than ${Math.round(most / 1024 / 1024)} MB.`,
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * The value of a JSON text.
 *
 * @throws AnswerTooLarge when it is nested so deep that recursion would overflow the stack
 * @throws SyntaxError when it is no JSON
 */
export function parseAnswer(text: string): unknown {
  if (text === "") return {};
  if (isTooDeep(text))
    throw new AnswerTooLarge(`The response of the service is nested deeper than ${DEEPEST} levels.`);
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\\" && inString) at++;
    else if (char === '"') inString = !inString;
    else if (inString) continue;
    else if (char === "[" || char === "{") {
      if (++depth > DEEPEST) return true;
    } else if (char === "]" || char === "}") depth--;
  }
  return false;
}

/** Maximum pages of a list; more means that the list never ends. */
const MOST_PAGES = 2000;

/** Follows the page tokens of a list, and detects cycles and endless lists. */
export class Pages {
  private readonly seen = new Set<string>();

  /** @param what the list, for messages: "dashboards" and so on */
  constructor(private readonly what: string) {}

  /**
   * The token of the next page; undefined after the last one.
   *
   * @throws ServiceError when a token repeats, or there are too many pages
   */
  next(token: unknown): string | undefined {
    if (typeof token !== "string" || token === "") return undefined;
    if (this.seen.has(token)) {
      throw new ServiceError("unexpected", `The service returned the same page of ${this.what} twice.`);
    }
    this.seen.add(token);
    if (this.seen.size >= MOST_PAGES) {
      throw new ServiceError(
        "unexpected",
        `The service returned ${MOST_PAGES} pages of ${this.what} without a last one.`,
      );
    }
    return token;
  }
}
