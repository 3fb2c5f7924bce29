import { expect, it } from 'vitest';
import type { SummarySources } from './sources';
import { partMessages } from './prompt';

const meeting = { title: 'Weekly', participants: [{ name: 'Ben' }], agenda: [{ text: 'Budget' }, { text: 'Hiring' }] };

it('contains the agenda of the meeting as data, since templates ask about it', () => {
  const [rules, read] = partMessages(
    { meeting: meeting as unknown as SummarySources['meeting'], terms: [], language: 'en' },
    [{ no: 1, text: 'We begin.', segmentId: 's1', lead: '' }],
  );
  expect(read!.content).toContain('agenda: ["Budget","Hiring"]');
  expect(rules!.content).not.toContain('Budget');
});
