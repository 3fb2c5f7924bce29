import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { bookmarkletScript } from './bookmarklet';
import { pastedAddress } from './address';
import { depthOf, shownAddress } from './link-state';

it('offers a pasted address only if it says that it is one', () => {
  expect(pastedAddress('https://example.org/a')).toBe('https://example.org/a');
  expect(pastedAddress(' HTTP://Example.org/a#part ')).toBe('http://example.org/a');
  expect(pastedAddress('http://localhost:3000/')).toBeNull();
  expect(pastedAddress('plan.pdf')).toBeNull();
  expect(pastedAddress('See https://example.org')).toBeNull();
});

it('shows site and path without their noise, and indents by folders', () => {
  expect(shownAddress('https://www.example.org/guide/')).toEqual({ site: 'example.org', path: '/guide' });
  expect(shownAddress('https://example.org/%E9%81%93?a=1')).toEqual({ site: 'example.org', path: '/道?a=1' });
  expect(shownAddress('https://example.org/?q=%E6%A4%9C%E7%B4%A2').path).toBe('?q=検索');
  expect(shownAddress('https://example.org/%E0%A4%A')).toEqual({ site: 'example.org', path: '/%E0%A4%A' });
  expect(shownAddress('https://xn--bcher-kva.example:8080/')).toEqual({ site: 'bücher.example:8080', path: '' });
  expect(shownAddress('nothing')).toEqual({ site: 'nothing', path: '' });
  expect(['https://a.b', 'https://a.b/c', 'https://a.b/c/d/'].map(depthOf)).toEqual([0, 1, 2]);
});

it('the bookmark opens the screen of shared content with the page, whatever its title contains', () => {
  const opened: string[] = [];
  runInNewContext(bookmarkletScript('https://s.test').replace('javascript:', ''), {
    open: (url: string) => opened.push(url),
    location: { href: 'https://a.b/?c=d&e' },
    document: { title: '"A" & <b>' },
  });
  const { pathname, searchParams } = new URL(opened[0]!);
  expect([pathname, searchParams.get('url'), searchParams.get('title')]).toEqual([
    '/share',
    'https://a.b/?c=d&e',
    '"A" & <b>',
  ]);
});
