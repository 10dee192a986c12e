import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** Red, green and blue, each from 0 to 1, linear in light. */
type Light = readonly [number, number, number];

/** What is seen with no cones of one kind: Machado, Oliveira and Fernandes 2009, severity 1. */
const EYES: Readonly<Record<string, readonly [Light, Light, Light]>> = {
  "full color vision": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.303901],
  ],
};
/** The grounds that tiles have in VS Code's own themes of each kind. */
const GROUNDS: Readonly<Record<string, readonly string[]>> = {
  "": ["#1f1f1f", "#2b2b2b"],
  ".vscode-light": ["#ffffff", "#f3f3f3"],
  ".vscode-high-contrast": ["#000000"],
  ".vscode-high-contrast-light": ["#ffffff"],
};
/** In OKLab; colors a hundredth apart are the least that can be told from each other side by side. */
const APART = 0.09;

const css = readFileSync(path.join(import.meta.dirname, "charts.css"), "utf8");

function paletteOf(kind: string): string[] {
  const block = new RegExp(`^body${kind.replace(/\./g, "\\.")} \\{([^}]*)\\}`, "m").exec(css)?.[1] ?? "";
  return [...block.matchAll(/--series-\d+: (#[0-9a-f]{6});/g)].map((match) => match[1]!);
}

function lightOf(hex: string): Light {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

const dot = (a: Light, b: Light) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function seenBy(eye: readonly [Light, Light, Light], light: Light): Light {
  const clamp = (value: number) => Math.min(Math.max(value, 0), 1);
  return [clamp(dot(eye[0], light)), clamp(dot(eye[1], light)), clamp(dot(eye[2], light))];
}

function oklab(light: Light): Light {
  const l = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], light));
  const m = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], light));
  const s = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], light));
  const lms: Light = [l, m, s];
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], lms),
    dot([1.9779984951, -2.428592205, 0.4505937099], lms),
    dot([0.0259040371, 0.7827717662, -0.808675766], lms),
  ];
}

function distance(a: Light, b: Light): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function contrast(a: string, b: string): number {
  const luminance = (hex: string) => dot([0.2126, 0.7152, 0.0722], lightOf(hex));
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe.each(Object.keys(GROUNDS))("the palette of body%s", (kind) => {
  const palette = paletteOf(kind);

  it("has eight colors", () => {
    expect(palette).toHaveLength(8);
  });

  it.each(Object.entries(EYES))("can be told apart with %s", (_, eye) => {
    const seen = palette.map((hex) => oklab(seenBy(eye, lightOf(hex))));
    const close = seen.flatMap((a, i) =>
      seen.slice(i + 1).flatMap((b, j) => (distance(a, b) < APART ? [[i + 1, i + j + 2]] : [])),
    );
    expect(close).toEqual([]);
  });

  it("can be seen on its grounds", () => {
    for (const ground of GROUNDS[kind]!) {
      for (const color of palette)
        expect(contrast(color, ground), `${color} on ${ground}`).toBeGreaterThan(3);
    }
  });
});
