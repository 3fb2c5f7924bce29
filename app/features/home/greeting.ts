export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night';

/** The part of the day by local time: morning from 5, afternoon from 12, evening from 18, night from 23. */
export function partOfDay(hour: number): PartOfDay {
  if (hour >= 5 && hour < 12) return 'morning';
  if (hour >= 12 && hour < 18) return 'afternoon';
  return hour >= 18 && hour < 23 ? 'evening' : 'night';
}
