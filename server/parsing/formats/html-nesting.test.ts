import { expect, test } from 'vitest';
import { shallow } from './html-nesting';

const tagsOf = (source: string): number => source.match(/<[^/!]/g)?.length ?? 0;

test.each([
  ['<div>', '</div>'],
  ['<b class="x>y">', ''],
  ['<ul><li>', '</li></ul>'],
  ['<!-- </b> --><b></i>', ''],
])('Elements that are nested too deep for the parser lose their tags and keep their text: %s', (start, end) => {
  const found = shallow(`${start.repeat(3000)}inner${end.repeat(3000)}<p>after</p>`);
  expect(tagsOf(found)).toBeGreaterThan(490);
  expect(tagsOf(found)).toBeLessThan(510);
  expect(found).toMatch(/inner[^]*after/);
});

test('An end tag ends the element that it ended before', () => {
  const found = shallow(`<div>${'<b>'.repeat(600)}<i>x</i></div><p>y</p>`);
  expect(found.replace(/(<b>| )+/g, '')).toBe('<div>x</div><p>y</p>');
});

test.each([
  '<p>one<p>two',
  '<ul><li>one<li>two</ul>',
  '<table><tr><td>one<td>two<tr><td>three</table>',
  '<img><br>',
  '<B>one</b>',
  '<script>"<div>".repeat(600)</script>',
  '<!-- <div> -->',
])('Elements one after another stay, with or without end tags: %s', (tags) => {
  const source = tags.repeat(600);
  expect(shallow(source)).toBe(source);
});

test('A source of more tags than anybody reads is refused', () => {
  expect(() => shallow('<br>'.repeat(700_001))).toThrow('FILE_TOO_COMPLEX');
});
