import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { textOfBlocks } from '../../../sync/merge/note-text';
import { putFormulasBack, takeFormulas } from './formulas';

const found = (text: string): string[] =>
  takeFormulas(text).formulas.map(({ tex, isBlock }) => (isBlock ? `[${tex}]` : tex));

test.each([
  ['in a line', 'So $a_1 + b_1$ and \\(c\\).', ['a_1 + b_1', 'c']],
  ['on lines of their own', '$$\nx^2\n$$\n\n\\[y\\]', ['[x^2]', '[y]']],
  ['in Chinese text', '面积为$\\pi r^2$。', ['\\pi r^2']],
])('finds formulas %s', (_, text, formulas) => {
  expect(found(text)).toEqual(formulas);
});

test.each([
  ['sums of money', 'It costs $5 to $6, or $20-$30.'],
  ['escaped signs', 'It costs \\$5$ today.'],
  ['code', 'Use `$a$` or\n\n```sh\necho $HOME$PATH\n```\n'],
  ['an unclosed code block', '```sh\necho $a$\n'],
  ['an unclosed formula', 'So $a + b'],
  ['a formula above the maximum length', `$${'x'.repeat(2_001)}$`],
])('leaves %s as text', (_, text) => {
  expect(takeFormulas(text)).toEqual({ text, formulas: [] });
});

test('removes placeholder characters from an answer, and limits the number of formulas', () => {
  expect(takeFormulas('a\uE0000\uE001').text).toBe('a\uFFFD0\uFFFD');
  expect(takeFormulas('$x$ '.repeat(1_000)).formulas).toHaveLength(300);
});

test('moves citation markers out of a formula', () => {
  const { text, formulas } = takeFormulas('$$a + b[^?]$$ and $c[^2]$.');
  expect(formulas.map(({ tex, source }) => [tex, source])).toEqual([
    ['a + b', '$$a + b$$'],
    ['c', '$c$'],
  ]);
  expect(text).toBe('\uE0000\uE001[^?] and \uE0001\uE001[^2].');
});

test('formulas are unchanged by the Markdown parser', () => {
  const { text, formulas } = takeFormulas('| a |\n| --- |\n| $x_1 * y_1$ |\n\nThen $a_b$ and *c*.');
  expect(textOfBlocks(putFormulasBack(parseMarkdown(text), formulas))).toContain('$x_1 * y_1$');
  expect(textOfBlocks(putFormulasBack(parseMarkdown(text), formulas))).toContain('Then $a_b$ and c.');
});
