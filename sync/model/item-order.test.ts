import { expect, it } from 'vitest';
import { bytesOf, inOrder, NEWEST_FIRST } from './item-order';

const file = (id: string, title: string, size: number, createdAt: number) => ({ id, title, size, createdAt });
const files = [file('1', 'week 10.pdf', 5, 1), file('2', 'Week 9.pdf', 9, 2), file('3', 'photo.png', 7, 3)];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

it('sorts by time, by name in the collation of the language, and by size', () => {
  expect(ids(inOrder(files, NEWEST_FIRST, 'en'))).toEqual(['3', '2', '1']);
  expect(ids(inOrder(files, { by: 'name', isDescending: false }, 'en'))).toEqual(['3', '2', '1']);
  expect(ids(inOrder(files, { by: 'size', isDescending: true }, 'en'))).toEqual(['2', '3', '1']);
  expect(ids(inOrder(files, { by: 'size', isDescending: true }, 'en', ({ id }) => Number(id)))).toEqual([
    '3',
    '2',
    '1',
  ]);
});

it('takes the size of a new file from this device, and of a stored one from the server', () => {
  const waiting = { state: 'waiting', bytes: 7 };
  expect(bytesOf({ version: 0, size: 0 }, waiting)).toBe(7);
  expect(bytesOf({ version: 0, size: 0 }, undefined)).toBe(0);
  expect(bytesOf({ version: 2, size: 5 }, { state: 'onServer', bytes: 7 })).toBe(5);
  expect(bytesOf({ version: 2, size: 5 }, waiting)).toBe(7);
});
