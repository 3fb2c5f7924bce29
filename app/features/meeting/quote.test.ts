import { expect, it } from 'vitest';
import { quoteOf } from './quote';

it('formats a quote with a link to its moment, as text and as HTML', () => {
  const quote = quoteOf({
    words: 'a < b\nsecond',
    name: '<b>Ann</b>',
    time: '1:02',
    address: 'https://x.test/meeting/m?tab=transcript&at=62',
  });
  expect(quote.text).toBe('> a < b\n> second\n> [<b>Ann</b>, 1:02](https://x.test/meeting/m?tab=transcript&at=62)\n');
  expect(quote.html).toBe(
    '<blockquote><p>a &lt; b<br>second</p><p><a href="https://x.test/meeting/m?tab=transcript&amp;at=62">' +
      '&lt;b&gt;Ann&lt;/b&gt;, 1:02</a></p></blockquote>',
  );
});
