import { expect, it } from 'vitest';
import type { SummarySources } from './sources';
import { partMessages } from './prompt';

const meeting = { title: 'Weekly', participants: [{ name: 'Ben' }], agenda: [{ text: 'Budget' }, { text: 'Hiring' }] };

it('tells the agenda of a meeting, which templates ask about, as data', () => {
  const [rules, read] = partMessages(
    { meeting: meeting as unknown as SummarySources['meeting'], terms: [], language: 'en' },
    [{ no: 1, text: 'We begin.', segmentId: 's1', lead: '' }],
  );
  expect(read!.content).toContain('agenda: ["Budget","Hiring"]');
  expect(rules!.content).not.toContain('Budget');
});
