import { expect, test } from 'vitest';
import { waitingAbout } from './use-waiting-calls';
import type { OutboxRow } from '../../../sync/engine/storage/status';

const row = (about: string, more: Partial<OutboxRow> = {}) =>
  ({ kind: 'call', label: 'restore', state: 'waiting', about, ...more }) as OutboxRow;

test('a restore waits while its call is in the outbox, not after a refusal', () => {
  const rows = [
    row('notes/a'),
    row('notes/b', { state: 'running' }),
    row('notes/c', { state: 'attention' }),
    row('notes/d', { label: 'accessRequest' }),
    row('notes/e', { kind: 'document' }),
  ];
  expect([...waitingAbout(rows, 'restore')]).toEqual(['notes/a', 'notes/b']);
  expect(waitingAbout(undefined, 'restore').size).toBe(0);
});
