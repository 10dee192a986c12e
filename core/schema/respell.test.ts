import { describe, expect, it } from "vitest";
import { canonicalInteger, canonicalString, canonicalTimestamp } from "./respell";

const sure = (text: string) => ({ text, unambiguous: true });
const guess = (text: string) => ({ text, unambiguous: false });

describe("respelling", () => {
  it.each([
    ["2026-03-01", guess("2026-03-01T00:00:00Z")],
    ["2026-03-01T08:30", guess("2026-03-01T08:30:00Z")],
    ["2026-03-01 08:30:15", guess("2026-03-01T08:30:15Z")],
    ["2026-03-01t08:30:15.25z", sure("2026-03-01T08:30:15.25Z")],
    [" 2026-03-01 08:30:15+0200", sure("2026-03-01T08:30:15+02:00")],
    ["yesterday", undefined],
    ["", undefined],
  ])("the time %j", (text, expected) => expect(canonicalTimestamp(text)).toEqual(expected));

  it.each([
    [" 12", { value: 12, unambiguous: true }],
    ["+12", { value: 12, unambiguous: true }],
    [12.4, { value: 12, unambiguous: false }],
    ["12.5", { value: 13, unambiguous: false }],
    ["", undefined],
    ["two", undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ["99999999999999999999", undefined],
  ])("the integer %j", (written, expected) => expect(canonicalInteger(written)).toEqual(expected));

  it.each([
    ["policyNames", "projects/shop/alertPolicies/12", sure("alertPolicies/12")],
    ["policyNames", "12", guess("alertPolicies/12")],
    ["policyNames", "a/b/c", undefined],
    ["projectNames", "shop-prod", guess("projects/shop-prod")],
    ["resourceNames", "folders/12", undefined],
    ["textColor", "ff8800", sure("#ff8800")],
    ["textColor", "#FF8800CC", guess("#FF8800")],
    ["backgroundColor", "Red", guess("#FF0000")],
    ["backgroundColor", "mauve", undefined],
    ["id", "p 95 (ms)", guess("p-95-ms")],
    ["id", "→", undefined],
    ["name", "orders", undefined],
  ])("%s %j", (member, text, expected) => expect(canonicalString(member, text)).toEqual(expected));
});
