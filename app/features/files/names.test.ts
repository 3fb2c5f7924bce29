import { expect, it } from 'vitest';
import { freeName, pastedFiles, pastedName, withExtension } from './names';

const at = new Date(2026, 10, 5, 9, 4, 7);

it('names a pasted image after the time', () => {
  expect(pastedName('Screenshot', at, 'image/png')).toBe('Screenshot 2026-11-05 09.04.07.png');
  expect(pastedName('截图', at, 'image/jpeg')).toBe('截图 2026-11-05 09.04.07.jpg');
});

it('keeps the names of files, and names several images of one paste differently', () => {
  const picture = () => new File(['x'], 'image.png', { type: 'image/png' });
  expect(
    pastedFiles([new File(['x'], 'plan.pdf'), picture(), picture()], 'Screenshot', at).map(({ name }) => name),
  ).toEqual(['plan.pdf', 'Screenshot 2026-11-05 09.04.07.png', 'Screenshot 2026-11-05 09.04.07 (2).png']);
});

it('adds a number before the extension of a taken name', () => {
  const taken = new Set(['a.txt', 'a (2).txt', 'Makefile']);
  expect(freeName('a.txt', taken)).toBe('a (3).txt');
  expect(freeName('Makefile', taken)).toBe('Makefile (2)');
  expect(freeName('b.txt', taken)).toBe('b.txt');
});

it.each([
  ['plan', 'draft.pdf', 'plan.pdf'],
  ['plan v1.2', 'draft.pdf', 'plan v1.2.pdf'],
  ['plan.docx', 'draft.pdf', 'plan.docx'],
  ['plan', 'unknown', 'plan'],
])('a file named %s instead of %s is %s', (typed, of, name) => {
  expect(withExtension(typed, of)).toBe(name);
});
