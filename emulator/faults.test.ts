import { describe, expect, test } from "vitest";
import { FaultSource, parseFaults } from "./faults";
import { seededRandom } from "./wire/random";

describe("parseFaults", () => {
  test("reads lists, later ones replace earlier ones", () => {
    expect(parseFaults(["latency=100-300,429=0.1", "429=0.2, retry-after=1,drop=0.5"])).toEqual({
      latency: [100, 300],
      statuses: [[429, 0.2]],
      retryAfter: 1,
      drop: 0.5,
      lost: 0,
      late: 0,
      truncate: 0,
      slow: 0,
    });
    expect(parseFaults(["slow=0.1,slow-time=100-900,retry-after-share=0.5"])).toMatchObject({
      slow: 0.1,
      slowTime: [100, 900],
      retryAfterShare: 0.5,
    });
  });

  test.each([
    "rain=1",
    "429",
    "429=",
    "429=-1",
    "429=1.1",
    "200=1",
    "latency=-1",
    "drop=x",
    "retry-after=soon",
    "retry-after-share=2",
    "slow=2",
    "slow-time=-1",
  ])("%s is refused", (spec) => {
    expect(() => parseFaults([spec])).toThrow(spec);
  });
});

describe("FaultSource", () => {
  test("strikes about as often as it is told to", () => {
    const source = new FaultSource(parseFaults(["503=0.2,drop=0.1"]), seededRandom(3));
    const faults = Array.from({ length: 5000 }, () => source.next(false));
    const share = (test: (fault: ReturnType<FaultSource["next"]>) => boolean) =>
      faults.filter(test).length / 5000;
    expect(share((fault) => fault.close === "before")).toBeCloseTo(0.1, 1);
    expect(share((fault) => fault.status === 503)).toBeCloseTo(0.18, 1);
  });

  test("some say when to come back and some do not", () => {
    const source = new FaultSource(
      parseFaults(["429=1,retry-after=2,retry-after-share=0.5"]),
      seededRandom(3),
    );
    const faults = Array.from({ length: 1000 }, () => source.next(false));
    expect(faults.filter((fault) => fault.retryAfter === 2).length / 1000).toBeCloseTo(0.5, 1);
  });

  test("one fault that strikes does not shift the others", () => {
    const latency = (spec: string) => {
      const source = new FaultSource(parseFaults(["latency=0-1000", spec]), seededRandom(5));
      return Array.from({ length: 50 }, () => source.next(false).delay);
    };
    expect(latency("503=0")).toEqual(latency("503=1"));
  });
});

test("reads how usage jobs end", () => {
  expect(parseFaults(["job-failed=0.5,job-stuck=1", "job-failed=0.25"]).jobs).toEqual([
    ["failed", 0.25],
    ["stuck", 1],
  ]);
  expect(parseFaults(["latency=1"]).jobs).toBeUndefined();
  for (const bad of ["job-failed=2", "job-succeeded=1", "job=1"]) {
    expect(() => parseFaults([bad])).toThrow();
  }
});
