import { expect, test } from "vitest";
import { durationSeconds, durationText, secondsOf } from "./duration";

test.each([
  ["60s", 60],
  ["0.5s", 0.5],
  ["-5s", -5],
  ["600.500s", 600.5],
  ["0.123456789s", 0.123456789],
  ["60", undefined],
  ["1m", undefined],
  [".5s", undefined],
  ["1e2s", undefined],
  ["60S", undefined],
  ["", undefined],
])("the service reads %j as %j", (text, seconds) => {
  expect(durationSeconds(text)).toBe(seconds);
});

test.each([
  ["60", 60],
  ["5m", 300],
  ["1.5h", 5400],
  ["1h30m", 5400],
  ["2 d", 172_800],
  ["500ms", 0.5],
  ["90 S", 90],
  ["1w", 604_800],
  ["soon", undefined],
  ["5m later", undefined],
  ["-5m", undefined],
  ["", undefined],
])("a person means by %j %j seconds", (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test.each([
  [300, "300s"],
  [0.5, "0.5s"],
  [1e21, undefined],
  [1e-10, undefined],
  [315_576_000_001, undefined],
  [Number.NaN, undefined],
])("%j seconds are written %j", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
