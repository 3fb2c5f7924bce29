import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Rgb = [number, number, number];

/** OKLCH to linear sRGB (Ottosson 2020). */
function linear(l: number, c: number, h: number): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const [x, y, z] = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((v) => v ** 3) as Rgb;
  const rgb: Rgb = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
  return rgb.map((v) => Math.min(1, Math.max(0, v))) as Rgb;
}
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
function tokens(theme: 'light' | 'dark'): Map<string, Rgb> {
  const block = new RegExp(`\\[data-theme='${theme}'\\] \\{([\\s\\S]*?)\\n\\}`).exec(css)![1]!;
  return new Map(
    [...block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)].map((m) => [
      m[1]!,
      linear(Number(m[2]), Number(m[3]), Number(m[4])),
    ]),
  );
}
function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const SURFACES = ['paper', 'raised', 'sunken', 'overlay'];
const MEANINGS = ['accent', 'success', 'warning', 'danger', 'recording'];
/** pairs that carry text */
const TEXT: [string, string][] = [
  ...['ink-strong', 'ink', 'ink-muted', 'ink-faint'].flatMap((ink) => SURFACES.map((s): [string, string] => [ink, s])),
  ...['ink-strong', 'ink', 'ink-muted'].map((ink): [string, string] => [ink, 'hover']),
  ['ink', 'pressed'],
  ['ink-strong', 'highlight'],
  ['ink', 'highlight'],
  ...MEANINGS.map((m): [string, string] => [`${m}-ink`, `${m}-tint`]),
  ...MEANINGS.flatMap((m) => SURFACES.map((s): [string, string] => [`${m}-ink`, s])),
  ...['accent', 'accent-hover', 'accent-pressed'].map((a): [string, string] => ['on-accent', a]),
  ...['danger', 'danger-hover', 'danger-pressed'].map((a): [string, string] => ['on-danger', a]),
  ['on-recording', 'recording'],
  ['ink-strong', 'accent-tint'],
  ['ink-muted', 'accent-tint'],
  ['paper', 'ink-strong'],
];
/** pairs that carry a shape or a state */
const SHAPES: [string, string][] = [
  ...MEANINGS.flatMap((m) => ['paper', 'raised'].map((s): [string, string] => [m, s])),
  ...SURFACES.map((s): [string, string] => ['line-strong', s]),
];

describe.each(['light', 'dark'] as const)('%s tokens', (theme) => {
  const values = tokens(theme);
  const ratio = ([a, b]: [string, string]) => {
    const [x, y] = [values.get(a), values.get(b)];
    if (!x || !y) throw new Error(`no such token: ${x ? b : a}`);
    return contrast(x, y);
  };
  it.each(TEXT)('%s on %s is at least 4.5:1', (a, b) => expect(ratio([a, b])).toBeGreaterThanOrEqual(4.5));
  it.each(SHAPES)('%s beside %s is at least 3:1', (a, b) => expect(ratio([a, b])).toBeGreaterThanOrEqual(3));
});

it('light and dark are two values of the same names', () => {
  expect([...tokens('dark').keys()].sort()).toEqual([...tokens('light').keys()].sort());
});
it('knows black on white', () => expect(contrast(linear(0, 0, 0), linear(1, 0, 0))).toBeCloseTo(21, 1));
