import { expect, it } from 'vitest';
import { between } from './selection';

it('selects the rows between two, in whichever order they were chosen', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(between(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(between(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(between(ids, 'b', 'b')).toEqual(['b']);
  expect(between(ids, 'gone', 'c')).toEqual(['c']);
});
