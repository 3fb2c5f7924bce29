import { expect, it } from 'vitest';
import { NEWEST_FIRST } from '../../../sync/model/item-order';
import { pressed } from './sort-files';

it('a press on the title of a column turns its order, or begins with the usual one of another', () => {
  expect(pressed(NEWEST_FIRST, 'added')).toEqual({ by: 'added', isDescending: false });
  expect(pressed(NEWEST_FIRST, 'name')).toEqual({ by: 'name', isDescending: false });
  expect(pressed(NEWEST_FIRST, 'size')).toEqual({ by: 'size', isDescending: true });
});
