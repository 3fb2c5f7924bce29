import { expect, it } from 'vitest';
import { projectFields } from '../../../tests/support/documents';
import type { StoredDoc } from '../../sync/store';
import { eventsOfProject } from './events';

const project = (fields: Partial<StoredDoc<'projects'>>): StoredDoc<'projects'> => ({
  ...projectFields('p'),
  id: 'p',
  rev: '1-a',
  updatedAt: 1,
  recency: -1,
  title: 'Plan',
  ...fields,
});
const types = (before: Partial<StoredDoc<'projects'>>, after: Partial<StoredDoc<'projects'>>) =>
  eventsOfProject(project(before), project(after)).map(({ type, params }) => [type, params]);

it('a transfer is one event, which has the new title if it changed, and no changes of members', () => {
  expect(
    types({ contributorUserIds: ['ben'] }, { ownerId: 'ben', contributorUserIds: ['ann'], title: 'Plan (ann)' }),
  ).toEqual([
    ['transferred', { ids: ['ben'], count: 1 }],
    ['renamed', { from: 'Plan' }],
  ]);
});

it('archiving and ending it are events; a date that changes alone is none', () => {
  expect(types({}, { archivedAt: 5 })).toEqual([['archived', {}]]);
  expect(types({ archivedAt: 5 }, { archivedAt: 0 })).toEqual([['unarchived', {}]]);
  expect(types({ archivedAt: 5 }, { archivedAt: 6 })).toEqual([]);
});

it('compares long lists of members in linear time, and names twenty of them', () => {
  const ids = Array.from({ length: 100_000 }, (_, n) => `id-${n}`);
  const others = ids.map((id) => `${id}-other`);
  const before = process.cpuUsage();
  const [gained, lost] = types({ contributorUserIds: ids }, { contributorUserIds: others });
  // CPU time of this process, independent of the machine’s load
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
  expect([gained?.[0], lost?.[0]]).toEqual(['gained', 'lost']);
  expect(gained?.[1]).toEqual({ ids: others.slice(0, 20), count: 100_000 });
});
