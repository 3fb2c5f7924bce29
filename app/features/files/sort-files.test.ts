import { expect, it } from 'vitest';
import { NEWEST_FIRST } from '../../../sync/model/item-order';
import { pressed } from './sort-files';

it('pressing a column header reverses its order, or sorts by another column in its default order', () => {
  expect(pressed(NEWEST_FIRST, 'added')).toEqual({ by: 'added', isDescending: false });
  expect(pressed(NEWEST_FIRST, 'name')).toEqual({ by: 'name', isDescending: false });
  expect(pressed(NEWEST_FIRST, 'size')).toEqual({ by: 'size', isDescending: true });
});
