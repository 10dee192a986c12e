import type { ConsentReason, ConsentRequest } from "../../api/trust/consent";
import { targetLines } from "../../api/trust/destination";
import { inertText } from "../../core/inert-text";

/** A destination in the question for consent: the sentence, the reasons, and every part. */
export function consentText(request: ConsentRequest): string {
  const lines = targetLines(request.target).map(
    ([label, value]) => `  ${label.padEnd(12)} ${inertText(value)}`,
  );
  return `${[inertText(request.sentence), ...reasonLines(request), ...lines].join("\n")}\n`;
}

/** Why consent is needed, one reason per line. */
export function reasonLines({ reasons }: ConsentRequest): string[] {
  return reasons.map((reason) => `  ${inertText(reasonText(reason))}`);
}

function reasonText(reason: ConsentReason): string {
  switch (reason.kind) {
    case "host":
      return reason.remark ?? `${reason.host} is not a known host of this service.`;
    case "login":
      return reason.remark ?? `${reason.host} is not the login host of this API host.`;
    case "loopback":
      return `${reason.host} is this machine, where any local process can receive the credentials.`;
    case "variable":
      return `The configuration uses the variable ${reason.name}, which is not intended for Mosaic.`;
    case "impersonation":
      return `The configuration impersonates the service account ${reason.account}.`;
  }
}

/** A word of a command line, for a shell of this system. */
export function shellQuote(word: string): string {
  const text = inertText(word, 1000);
  if (/^[\w.,:@%+=/-]+$/.test(text)) return text;
  const quote = process.platform === "win32" ? "''" : "'\\''";
  return `'${text.replaceAll("'", quote)}'`;
}
