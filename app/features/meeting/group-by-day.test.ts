import { describe, expect, it } from 'vitest';
import { dayText, groupByDay } from './group-by-day';

const at = (day: number, hour: number): number => new Date(2026, 4, day, hour).getTime();
const meeting = (id: string, start: number, created = 0) => ({
  id,
  actualStartAt: start,
  createdAt: created,
  updatedAt: 0,
});

describe('meetings by day', () => {
  it('newest first, by start, otherwise by creation', () => {
    const groups = groupByDay([
      meeting('a', at(3, 9)),
      meeting('b', at(4, 8)),
      meeting('c', 0, at(3, 23)),
      meeting('d', at(4, 20)),
    ]);
    expect(groups.map((g) => g.items.map((m) => m.id))).toEqual([
      ['d', 'b'],
      ['c', 'a'],
    ]);
    expect(groups[0]!.day).toBe(at(4, 0));
  });
  it('names days in each language', () => {
    expect(dayText(at(4, 0), at(4, 12), 'en')).toBe('Today');
    expect(dayText(at(3, 0), at(4, 12), 'ja')).toBe('昨日');
    expect(dayText(at(1, 0), at(4, 12), 'en')).toBe('Friday, May 1');
    expect(dayText(new Date(2025, 4, 1).getTime(), at(4, 12), 'en')).toContain('2025');
  });
});
