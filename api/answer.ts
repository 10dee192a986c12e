import { ServiceError } from "./errors";

/** The most that one answer may hold, in bytes after decompression. Lists come in pages, so this is for one page. */
export const LARGEST_ANSWER = 32 * 1024 * 1024;
/** Objects and lists inside each other. The service itself reads no message that is nested as deep as this. */
const DEEPEST = 200;

/** An answer that is not read to its end, since nobody could do anything with it. Asking again would not help. */
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
 * The text of an answer. It is read piece by piece, so that a small compressed body that grows to gigabytes is given up
 * early.
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
      // What else is under way is of no interest, an error of the broken connection included.
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
 * @throws AnswerTooLarge when it is nested so deep that whoever walks through it would run out of stack
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

/** Pages of one list; more come from something that never ends. */
const MOST_PAGES = 2000;

/** Follows the tokens of a list's pages, and sees when they lead nowhere. */
export class Pages {
  private readonly seen = new Set<string>();

  /** @param what the list, for messages: "dashboards" and so on */
  constructor(private readonly what: string) {}

  /**
   * The token of the next page; undefined after the last one.
   *
   * @throws ServiceError when the service leads back to a page, or to ever more of them
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
