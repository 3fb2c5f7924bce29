import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KindName } from '../../sync/model/kinds';
import type { EventBus, EventTopics } from '../platform/events';
import { ALL, createAnnouncer } from './announcer';
import type { Announcement } from './transaction';

type Spaces = [string, KindName[]][];
const spacesOf = (spaces: Spaces): Announcement['spaces'] =>
  new Map(spaces.map(([space, names]) => [space, new Set(names)]));

const published: EventTopics['sync'][] = [];
const events = {
  publish: (_topic: string, payload: EventTopics['sync']) => void published.push(payload),
} as unknown as EventBus;
const change = (over: Partial<Announcement>): Announcement => ({
  companyId: 'c',
  seq: 1,
  spaces: new Map(),
  users: new Set(),
  everyone: false,
  ...over,
});

beforeEach(() => {
  published.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('gathers the changes of a company into one announcement', () => {
  const announcer = createAnnouncer(events);
  announcer.announce(change({ seq: 1, spaces: spacesOf([['project:p', ['notes']]]) }));
  announcer.announce(
    change({
      seq: 2,
      spaces: spacesOf([
        ['project:p', ['terms']],
        ['project:q', ['notes']],
      ]),
      users: new Set(['ann']),
    }),
  );
  announcer.announce(change({ seq: 7, companyId: 'other', users: new Set(['ben']) }));
  announcer.announce(change({ seq: 3 }));
  expect(published).toEqual([]);
  vi.runAllTimers();
  expect(published).toEqual([
    { companyId: 'c', seq: 2, spaces: { 'project:p': ['notes', 'terms'], 'project:q': ['notes'] }, users: ['ann'] },
    { companyId: 'other', seq: 7, spaces: {}, users: ['ben'] },
  ]);
});

it('stays small enough for the bus: names no spaces, then no people, and so reaches all', () => {
  const announcer = createAnnouncer(events);
  const spaces = spacesOf(Array.from({ length: 500 }, (_, i) => [`project:${'x'.repeat(20)}${i}`, ['notes']]));
  const users = new Set(Array.from({ length: 500 }, (_, i) => `${'u'.repeat(20)}${i}`));
  announcer.announce(change({ spaces, users: new Set(['ann']) }));
  vi.runAllTimers();
  announcer.announce(change({ spaces, users }));
  vi.runAllTimers();
  expect(published).toEqual([
    { companyId: 'c', seq: 1, spaces: { [ALL]: ['notes'] }, users: ['ann'] },
    { companyId: 'c', seq: 1, spaces: { [ALL]: ['notes'] }, users: [ALL] },
  ]);
});

it('announces what waits when it closes', () => {
  const announcer = createAnnouncer(events);
  announcer.announce(change({ everyone: true }));
  announcer.close();
  expect(published).toEqual([{ companyId: 'c', seq: 1, spaces: {}, users: [ALL] }]);
});
