/** The rules of the style sheet for languages: marks of the right width, and sentences that break between phrases. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** On one line, with single quotation marks: the formatter decides on both. */
const css = readFileSync(new URL('app.css', import.meta.url), 'utf8')
  .replaceAll('"', "'")
  .replaceAll(/\s+/g, ' ');
const fontOf = (lang: string): string => new RegExp(`:lang\\(${lang}\\) \\{ --sans: '([^']+)'`).exec(css)![1]!;

it.each(['ja', 'ko', 'zh-Hans', 'zh-Hant'])('quotation marks, dashes and ellipses come from the font of %s', (lang) => {
  const faces = [...css.matchAll(/@font-face \{ font-family: '([^']+)';[^}]*?unicode-range: ([^;]+);/g)].filter(
    ([, name]) => name === fontOf(lang),
  );
  expect(faces).toHaveLength(3);
  for (const [, , ranges] of faces) {
    const covered = (code: number): boolean =>
      ranges!.split(',').some((range) => {
        const [from, to = from] = range
          .trim()
          .slice(2)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16));
        return code >= from! && code <= to!;
      });
    expect(
      ['“', '”', '‘', '’', '…', '—'].filter((mark) => covered(mark.codePointAt(0)!)),
      lang,
    ).toEqual([]);
    expect(
      ['A', 'é', ' ', '–'].filter((letter) => !covered(letter.codePointAt(0)!)),
      lang,
    ).toEqual([]);
  }
});

it('Japanese sentences of the app break between phrases, and what people write does not', () => {
  const rule = /:lang\(ja\)\s+(:is\([^)]*\)(?::not\([^)]*\))?) \{ word-break: auto-phrase/.exec(css)![1]!;
  expect(rule).toMatch(/\bp\b/);
  expect(rule).toContain("[slot='description']");
  expect(rule).toContain(':not(.writing *');
});
