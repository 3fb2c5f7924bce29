import { expect, it } from 'vitest';
import { noticeText } from './texts';

it('says why work failed in the reader’s language, whatever the code', () => {
  const failed = (reason: string) => ({ kind: 'summaryFailed', params: { title: 'Weekly meeting', reason } });
  expect(noticeText('en', failed('PROVIDER_UNAVAILABLE'))).toBe(
    'The summary of “Weekly meeting” couldn’t be written. The AI service can’t be reached. Try again later.',
  );
  expect(noticeText('ja', failed('PROVIDER_UNAVAILABLE'))).toContain('AI サービスに接続できません');
  expect(noticeText('en', failed('A_NEWER_CODE'))).not.toContain('A_NEWER_CODE');
});
