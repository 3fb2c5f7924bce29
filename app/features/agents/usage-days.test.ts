import { expect, it } from 'vitest';
import { everyDay } from './usage-days';

it('has each of the last 30 days, with 0 for days without a question', () => {
  const days = everyDay([{ day: '2026-03-01', questions: 4 }], '2026-03-02');
  expect(days).toHaveLength(30);
  expect(days[0]).toEqual({ day: '2026-02-01', questions: 0 });
  expect(days.slice(-2)).toEqual([
    { day: '2026-03-01', questions: 4 },
    { day: '2026-03-02', questions: 0 },
  ]);
});
