import { expect, test } from 'vitest';
import type { KindName } from '../../model/kinds';
import { indexesOf, STORE_NAMES } from '../../model/stores';
import { CorrectedClock } from './clock';
import { sameVersion } from './replica-database';
import { indexFor, storeSchema } from './schema';
import { baseOf, pageDoc, versionOf } from './stored';

test.each(STORE_NAMES)('every indexed field of the store %s is required and has a bounded type', (store) => {
  const schema = storeSchema(store);
  const fields = Object.values(indexesOf(store)).flat();
  for (const field of ['key', 'docKind', ...fields]) {
    const property = (schema.properties as Record<string, { type: string; maxLength?: number; multipleOf?: number }>)[
      field
    ]!;
    expect(property.type === 'boolean' || (property.maxLength ?? property.multipleOf ?? 0) > 0, field).toBe(true);
    expect(schema.required).toContain(field);
  }
  expect(schema.indexes).toContainEqual(['waits', 'docKind']);
});

test('a query uses the index with most of its fixed fields, and the keys of a kind without indexes', () => {
  const of = (kind: KindName, selector: object, sort?: object[]) =>
    indexFor(kind, selector as Record<string, unknown>, sort)
      .slice(1, -1)
      .join();
  expect(of('notes', {})).toBe('docKind,recency');
  expect(of('notes', { projectId: 'p' }, [{ recency: 'asc' }])).toBe('docKind,projectId,recency');
  expect(of('notes', { recency: { $gt: -5 }, projectId: 'p' })).toBe('docKind,projectId,recency');
  expect(of('notes', { projectId: { $gt: 'p' } })).toBe('docKind,recency');
  expect(of('notifications', { read: false })).toBe('docKind,read,recency');
  expect(of('noteContents', { subject: 'note' })).toBe('');
});

test('the clock follows the server, preferring its fastest response', () => {
  let device = 1_000_000;
  const clock = new CorrectedClock(() => device);
  clock.observe(2_000_000, 999_900, 1_000_100);
  expect(clock.now()).toBe(2_000_000);
  clock.observe(2_000_400, 999_000, 1_001_000);
  expect(clock.now()).toBe(2_000_000);
  clock.observe(2_000_020, 1_000_000, 1_000_010);
  expect(clock.now()).toBe(2_000_015);
  // The person sets the device's clock back by an hour.
  device -= 3_600_000;
  clock.observe(2_000_100, device, device + 300);
  expect(Math.abs(clock.now() - 2_000_100)).toBeLessThan(200);
  clock.observe(Number.NaN, device);
  expect(Number.isFinite(clock.now())).toBe(true);
});

test('a document is sent to the page and to the server without the fields of storage and replication', () => {
  const stored = {
    id: 'a',
    key: 'notes/a',
    docKind: 'notes' as const,
    title: 'T',
    rev: '1-aaaaaa',
    waits: true,
    pending: { base: null, since: 1 },
    _deleted: false,
    _rev: 'x',
    _meta: { lwt: 1 },
    _attachments: {},
  };
  expect(pageDoc(stored)).toEqual({ id: 'a', title: 'T', rev: '1-aaaaaa' });
  expect(versionOf({ ...stored, _deleted: true })).toEqual({ id: 'a', title: 'T', rev: '1-aaaaaa', _deleted: true });
  expect(baseOf('noteContents', { id: 'a', state: '' })).toEqual({ id: 'a', state: '' });
});

test('versions are equal by revision, deletion and abilities', () => {
  expect(sameVersion({ rev: '1-a', abilities: ['x'] }, { rev: '1-a', abilities: ['x'], _deleted: false })).toBe(true);
  expect(sameVersion({ rev: '1-a', abilities: ['x'] }, { rev: '1-a', abilities: [] })).toBe(false);
  expect(sameVersion({ rev: '1-a' }, { rev: '1-a', _deleted: true })).toBe(false);
});
