import { expect, it } from 'vitest';
import { FILE_TYPES } from '../../../sync/model/file-types';
import { itemViews } from './item-views';
import { contentKind, previewKind } from './preview-kind';

const kindOf = (title: string, mimeType = '') => previewKind({ itemType: 'file', title, mimeType });

it('shows the originals of PDF, image, audio and source files', () => {
  expect(['a.pdf', 'a.PNG', 'a.mp3', 'a.py', 'a.txt'].map((name) => kindOf(name))).toEqual([
    'pdf',
    'image',
    'audio',
    'source',
    'source',
  ]);
  expect(kindOf('no-extension', 'application/pdf')).toBe('pdf');
});

it('shows files with markup as their extracted text', () => {
  for (const extension of ['.html', '.md', '.docx', '.xlsx', '.pptx', '.odt', '.epub', '.eml', '.rtf', '.csv'])
    expect(kindOf(`a${extension}`), extension).toBe('parts');
});

it('has a view for every supported type, website and page', () => {
  for (const { extension } of FILE_TYPES)
    expect(itemViews({ itemType: 'file', title: `a${extension}`, mimeType: '' }).length).toBeGreaterThan(1);
  expect(itemViews({ itemType: 'website', title: 'a.pdf', mimeType: '' })[0]).toBe('pages');
  expect(itemViews({ itemType: 'singleUrl', title: 'a.pdf', mimeType: '' })[0]).toBe('text');
});

it('chooses the preview by the content, not the name', () => {
  const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));
  const png = bytes([0x89], 'PNG', [0x0d, 0x0a, 0x1a, 0x0a, 0]);
  expect(contentKind('pdf', bytes('Tides of the harbour'))).toBe('source');
  expect(contentKind('pdf', bytes('<script>alert(1)</script>'))).toBe('source');
  expect(contentKind('pdf', png)).toBe('image');
  expect(contentKind('source', bytes('%PDF-1.7'))).toBe('pdf');
  expect(contentKind('image', bytes('\n%PDF-1.7'))).toBe('pdf');
  // the last character is cut
  expect(contentKind('pdf', bytes('会議').subarray(0, 4))).toBe('source');
  // unknown content gets the preview of its name, which then fails
  expect(contentKind('pdf', bytes([0, 1, 2, 3]))).toBe('pdf');
  expect(contentKind('parts', png)).toBe('parts');
  expect(contentKind('audio', bytes('text'))).toBe('audio');
});
