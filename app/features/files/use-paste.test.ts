import { expect, it } from 'vitest';
import { inCollection } from '~/features/project/collection-selector';
import { readPaste } from './use-paste';

const clipboard = (text: string, files: File[] = []) => ({ files: files as never as FileList, getData: () => text });
const picture = new File(['x'], 'image.png', { type: 'image/png' });

it('reads images and files of a clipboard, and a text that is only an address', () => {
  expect(readPaste(clipboard('', [picture]))).toEqual({ files: [picture] });
  expect(readPaste(clipboard(' https://example.org/a?b#c '))).toEqual({ address: 'https://example.org/a?b#c' });
});

it('ignores other texts, also if the clipboard has an image of the text', () => {
  expect(readPaste(clipboard('Cells of a sheet', [picture]))).toBeNull();
  expect(readPaste(clipboard('See https://example.org'))).toBeNull();
  expect(readPaste(clipboard('javascript:alert(1)'))).toBeNull();
  expect(readPaste(clipboard(''))).toBeNull();
  expect(readPaste(null)).toBeNull();
});

it('a collection has the projects of its range', () => {
  expect(inCollection({ shareRange: 'team' }, 'all')).toBe(true);
  expect(inCollection({ shareRange: 'team' }, 'team')).toBe(true);
  expect(inCollection({ shareRange: 'team' }, 'private')).toBe(false);
});
