import { expect, it } from 'vitest';
import type { Version } from '../../merge/merge';
import type { Stored } from '../storage/stored';
import { plan } from './plan';

const term = (time: number): Version => ({
  id: 't',
  space: 'project:p',
  rev: '1-abcdef',
  abilities: [],
  term: 'x',
  definition: '',
  matchCount: 0,
  source: 'MANUAL',
  creatorId: 'ann',
  createdAt: time,
  updatedAt: time,
  recency: -time,
});

it.each([true, false])(
  'takes over the times by which the server bounded those of this device (waiting: %s)',
  (waits) => {
    const pending = waits ? { base: null, since: 1 } : undefined;
    const stored = { ...term(900), waits, pending } as unknown as Stored;
    const { next, conflicts } = plan('terms', stored, term(5), undefined, undefined);
    expect(next).toMatchObject({
      version: { createdAt: 5, updatedAt: 5, recency: -5, rev: '1-abcdef' },
      pending: null,
    });
    expect(conflicts).toEqual([]);
  },
);
