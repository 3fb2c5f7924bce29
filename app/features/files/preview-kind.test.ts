import { expect, it } from 'vitest';
import { FILE_TYPES } from '../../../sync/model/file-types';
import { itemViews } from './item-views';
import { previewKind } from './preview-kind';

const kindOf = (title: string, mimeType = '') => previewKind({ itemType: 'file', title, mimeType });

it('shows pages, pictures, sounds and sources as they are', () => {
  expect(['a.pdf', 'a.PNG', 'a.mp3', 'a.py', 'a.txt'].map((name) => kindOf(name))).toEqual([
    'pdf',
    'image',
    'audio',
    'source',
    'source',
  ]);
  expect(kindOf('no-extension', 'application/pdf')).toBe('pdf');
});

it('renders no markup of others: it is shown as its text', () => {
  for (const extension of ['.html', '.md', '.docx', '.xlsx', '.pptx', '.odt', '.epub', '.eml', '.rtf', '.csv'])
    expect(kindOf(`a${extension}`), extension).toBe('parts');
});

it('has a view for every supported type, website and page', () => {
  for (const { extension } of FILE_TYPES)
    expect(itemViews({ itemType: 'file', title: `a${extension}`, mimeType: '' }).length).toBeGreaterThan(1);
  expect(itemViews({ itemType: 'website', title: 'a.pdf', mimeType: '' })[0]).toBe('pages');
  expect(itemViews({ itemType: 'singleUrl', title: 'a.pdf', mimeType: '' })[0]).toBe('text');
});
