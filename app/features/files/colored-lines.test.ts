import { expect, it } from 'vitest';
import { codeParts } from '~/ui/data/highlight-code';
import { coloredLines } from './colored-lines';

it('splits a part of several lines at the line breaks, and keeps every character', () => {
  const code = 'const a = 1; /* one\ntwo */\nlet b;';
  const lines = coloredLines(code, codeParts(code, 'js'));
  expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(code);
  expect(lines[0]!.at(-1)).toEqual({ text: '/* one', type: 'comment' });
  expect(lines[1]![0]).toEqual({ text: 'two */', type: 'comment' });
  expect(lines[2]![0]).toEqual({ text: 'let', type: 'keyword' });
});

it('without colours, a line has one piece, and an empty line none', () =>
  expect(coloredLines('a\n\nb', [])).toEqual([[{ text: 'a', type: '' }], [], [{ text: 'b', type: '' }]]));
