import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { bookmarkletScript } from './bookmarklet';

it('the bookmarklet opens the share screen with address and title of the page, and escapes the title', () => {
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
