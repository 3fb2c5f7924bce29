import { expect, it } from 'vitest';
import { runAll } from './run-all';
import { sorted } from './sort';

it('continues after a refused item, and returns the refused ones', async () => {
  const refusal = new Error('no');
  const { done, refused } = await runAll(['a', 'b', 'c'], async (item) => {
    if (item === 'b') throw refusal;
  });
  expect(done).toEqual(['a', 'c']);
  expect(refused).toEqual([{ item: 'b', error: refusal }]);
});

it('sorts by title in the order of the language, by creation and by the last change', () => {
  const item = (id: string, title: string, createdAt: number, updatedAt: number) => ({
    id,
    title,
    createdAt,
    updatedAt,
  });
  const all = [item('1', 'Week 10', 1, 9), item('2', 'week 9', 2, 7), item('3', 'Äpfel', 3, 8)];
  const ids = (by: 'title' | 'created' | 'edited') => sorted(all, by, 'en').map(({ id }) => id);
  expect(ids('title')).toEqual(['3', '2', '1']);
  expect(ids('created')).toEqual(['3', '2', '1']);
  expect(ids('edited')).toEqual(['1', '3', '2']);
});
