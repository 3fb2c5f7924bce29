import { expect, it } from 'vitest';
import type { SummarySources } from './sources';
import { partMessages } from './prompt';

const meeting = { title: 'Weekly', participants: [{ name: 'Ben' }], agenda: [{ text: 'Budget' }, { text: 'Hiring' }] };

it('contains the agenda of the meeting as data, since templates ask about it', () => {
  const [rules, read] = partMessages(
    { meeting: meeting as unknown as SummarySources['meeting'], timeZone: '', terms: [], language: 'en' },
    [{ no: 1, text: 'We begin.', segmentId: 's1', lead: '' }],
  );
  expect(read!.content).toContain('agenda: ["Budget","Hiring"]');
  expect(rules!.content).not.toContain('Budget');
});

it.each([
  ['Asia/Tokyo', 'date: 2026-04-09'],
  ['America/New_York', 'date: 2026-04-08'],
  ['', 'began at: 2026-04-08T23:30 UTC'],
])('contains the day of the meeting where it was held (%s)', (timeZone, said) => {
  // half past eight in the morning of Tokyo
  const held = { ...meeting, actualStartAt: Date.UTC(2026, 3, 8, 23, 30) } as unknown as SummarySources['meeting'];
  const [, read] = partMessages({ meeting: held, timeZone, terms: [], language: 'en' }, []);
  expect(read!.content).toContain(said);
});
