import { type AskMethod, type Asks, readAnswer } from "../asks";
import type { HostMessage, WebviewMessage } from "../messages";

type Answer = Extract<HostMessage, { type: "answer" | "unanswered" }>;

/** Sends requests to the language server and waits for their results. */
export class Asker {
  private asked = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  constructor(private readonly send: (message: WebviewMessage) => void) {}

  /** Rejects with an `Error` whose message is for the user. */
  request<Method extends AskMethod>(
    method: Method,
    params: Asks[Method]["params"],
  ): Promise<Asks[Method]["result"]> {
    const ask = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(ask, (answer) => {
        if (answer.type === "unanswered") {
          reject(new Error(answer.reason));
          return;
        }
        const result = readAnswer(method, answer.result);
        if (result === undefined) reject(new Error("The language server sent an unknown response."));
        else resolve(result);
      });
      this.send({ type: "ask", ask, method, params });
    });
  }

  answer(message: Answer): void {
    const settle = this.waiting.get(message.ask);
    this.waiting.delete(message.ask);
    settle?.(message);
  }
}
