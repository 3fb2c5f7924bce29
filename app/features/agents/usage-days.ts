/** Days of the usage statistics, in the time zone in which the server has counted. */

const DAY_MS = 86_400_000;
export const USAGE_DAYS = 30;

export interface UsageDay {
  /** YYYY-MM-DD */
  day: string;
  questions: number;
}

/** Each day up to `today` (YYYY-MM-DD), with 0 for missing ones. */
export function everyDay(counted: readonly UsageDay[], today: string): UsageDay[] {
  const questions = new Map(counted.map((each) => [each.day, each.questions]));
  const last = Date.parse(today);
  return Array.from({ length: USAGE_DAYS }, (_, at) => {
    const day = new Date(last - (USAGE_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return { day, questions: questions.get(day) ?? 0 };
  });
}
