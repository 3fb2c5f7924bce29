import { expect, it } from 'vitest';
import { depthOf, shownAddress } from './link-state';

it('shortens addresses to site and path, and counts the folders of a path', () => {
  expect(shownAddress('https://www.example.org/guide/')).toEqual({ site: 'example.org', path: '/guide' });
  expect(shownAddress('https://example.org/%E9%81%93?a=1')).toEqual({ site: 'example.org', path: '/道?a=1' });
  expect(shownAddress('https://example.org/?q=%E6%A4%9C%E7%B4%A2').path).toBe('?q=検索');
  expect(shownAddress('https://example.org/%E0%A4%A')).toEqual({ site: 'example.org', path: '/%E0%A4%A' });
  expect(shownAddress('https://xn--bcher-kva.example:8080/')).toEqual({ site: 'bücher.example:8080', path: '' });
  expect(shownAddress('nothing')).toEqual({ site: 'nothing', path: '' });
  expect(['https://a.b', 'https://a.b/c', 'https://a.b/c/d/'].map(depthOf)).toEqual([0, 1, 2]);
});
