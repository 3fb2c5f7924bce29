import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { defaultMeetingTitle } from './meeting-title';

const at = new Date(2026, 2, 4, 9, 5);
const title = (language: string): string =>
  defaultMeetingTitle(((_: string, { date }: { date: string }) => date) as unknown as TFunction, language, at);

it.each(['en', 'ja', 'ko', 'zh_hans', 'zh_hant'])(
  'a meeting without a title shows its time as %s formats it, without a leading zero',
  (language) => {
    expect(title(language)).toMatch(/(?<!\d)9:05/);
  },
);
