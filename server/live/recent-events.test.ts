import { expect, it } from 'vitest';
import type { LiveEvent } from '../../sync/protocol/live';
import { RecentEvents, type RecentEvent } from './recent-events';

const recentOf = (event: LiveEvent): RecentEvent => ({ event, author: null });
const update = (text: string): RecentEvent => recentOf({ type: 'update', update: text });
const progress = (value: number): RecentEvent => recentOf({ type: 'progress', progress: value });

it('keeps updates in order for ten seconds and the last progress for five minutes, by company and topic', () => {
  let now = 0;
  const recent = new RecentEvents(() => now);
  recent.add('c', 'noteContents/n', update('AAAA'));
  now = 6_000;
  recent.add('c', 'noteContents/n', update('BBBB'));
  recent.add('c', 'transcripts/t', progress(0.1));
  recent.add('c', 'transcripts/t', progress(0.2));
  expect(recent.of('c', 'noteContents/n')).toEqual([update('AAAA'), update('BBBB')]);
  expect(recent.of('c', 'transcripts/t')).toEqual([progress(0.2)]);
  expect(recent.of('other', 'transcripts/t')).toEqual([]);
  now = 12_000;
  expect(recent.of('c', 'noteContents/n')).toEqual([update('BBBB')]);
  now = 5 * 60_000 + 6_001;
  expect([recent.of('c', 'noteContents/n'), recent.of('c', 'transcripts/t')]).toEqual([[], []]);
});

it('drops the oldest events of a large topic, and the topics that changed the longest ago', () => {
  const recent = new RecentEvents(() => 0);
  const large = 'A'.repeat(64 * 1024);
  for (let n = 0; n < 6; n += 1) recent.add('c', 'noteContents/0', update(large + n));
  expect(recent.of('c', 'noteContents/0').map(({ event }) => event.type === 'update' && event.update.at(-1))).toEqual([
    '3',
    '4',
    '5',
  ]);
  for (let topic = 1; topic <= 200; topic += 1) recent.add('c', `noteContents/${topic}`, update(large));
  const kept = Array.from({ length: 201 }, (_, topic) => topic).filter(
    (topic) => recent.of('c', `noteContents/${topic}`).length > 0,
  );
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([128, 73, 200]);
});
