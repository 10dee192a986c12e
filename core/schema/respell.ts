/** A string in the wrong format with its correction; `unambiguous` if it can mean only that. */
export interface CanonicalText {
  readonly text: string;
  readonly unambiguous: boolean;
}

/** A time that lacks its zone or its time of day, or is written with a space or small letters. */
export function canonicalTimestamp(text: string): CanonicalText | undefined {
  const parts =
    /^\s*(\d{4}-\d\d-\d\d)(?:[Tt ]\s*(\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?\s*([Zz]|[+-]\d\d:?\d\d)?)?\s*$/.exec(
      text,
    );
  if (!parts) return undefined;
  const [, day, minutes = "00:00", seconds = ":00", zone] = parts;
  const wanted = zone?.replace(/^z$/, "Z").replace(/^([+-]\d\d)(\d\d)$/, "$1:$2") ?? "Z";
  // The intended time zone is unknown.
  return { text: `${day}T${minutes}${seconds}${wanted}`, unambiguous: zone !== undefined };
}

/** A whole number with white space or a plus sign, or the one nearest to a number with a fraction. */
export function canonicalInteger(
  written: number | string,
): { value: number; unambiguous: boolean } | undefined {
  if (typeof written === "string" && !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(written)) return undefined;
  const number = Number(written);
  if (!Number.isFinite(number)) return undefined;
  const value = Math.round(number);
  return Number.isSafeInteger(value) ? { value, unambiguous: value === number } : undefined;
}

/** Names of colors that people write. */
const COLORS: Readonly<Record<string, string>> = {
  white: "#FFFFFF",
  black: "#000000",
  gray: "#808080",
  grey: "#808080",
  red: "#FF0000",
  orange: "#FFA500",
  yellow: "#FFFF00",
  green: "#008000",
  blue: "#0000FF",
  purple: "#800080",
};

/** The text in the form that a member wants, by the name of the member; undefined when there is no telling. */
export function canonicalString(member: string, text: string): CanonicalText | undefined {
  const trimmed = text.trim();
  switch (member) {
    case "policyNames": {
      const policy = /^projects\/[^/]+\/(alertPolicies\/[^/]+)$/.exec(trimmed)?.[1];
      if (policy) return { text: policy, unambiguous: true };
      return /^[^/\s]+$/.test(trimmed) ? { text: `alertPolicies/${trimmed}`, unambiguous: false } : undefined;
    }
    case "projectNames":
    case "defaultResourceNames":
    case "resourceNames":
      return /^[a-z0-9:.-]+$/.test(trimmed) ? { text: `projects/${trimmed}`, unambiguous: false } : undefined;
    case "backgroundColor":
    case "textColor":
      return respellColor(trimmed);
    case "id": {
      const id = trimmed.replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-|-$/g, "");
      return id ? { text: id, unambiguous: false } : undefined;
    }
    default:
      return undefined;
  }
}

function respellColor(text: string): CanonicalText | undefined {
  const named = COLORS[text.toLowerCase()];
  if (named) return { text: named, unambiguous: false };
  const digits = /^#?([0-9a-fA-F]+)$/.exec(text)?.[1];
  if (digits?.length === 3 || digits?.length === 6) return { text: `#${digits}`, unambiguous: true };
  // The service has no transparency.
  if (digits?.length === 4 || digits?.length === 8)
    return { text: `#${digits.slice(0, (digits.length / 4) * 3)}`, unambiguous: false };
  return undefined;
}
