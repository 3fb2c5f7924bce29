import { expect, test } from 'vitest';
import type { Thread } from '../../../sync/model/kinds/threads';
import { threadState } from './thread-state';

type Row = [kind: Thread['kind'], status: Thread['status'], body: string, expected: string];

test.each<Row>([
  ['search', '', '', 'waiting'],
  ['search', 'READY', '', 'answering'],
  ['chat', 'RETRY', 'An older answer.', 'answering'],
  ['chat', 'SUCCEEDED', 'In May.', 'answered'],
  ['search', 'SUCCEEDED', '', 'nothing'],
  ['chat', 'FAILED', 'An older answer.', 'failed'],
  ['chat', 'CANCELED', '', 'stopped'],
  ['chat', 'CANCELED', 'Half of an answer', 'answered'],
  ['research', '', '', 'waitsForYou'],
  ['research', 'EXECUTING', '', 'researching'],
  ['research', 'FAILED', '', 'researchFailed'],
  ['research', 'CANCELED', 'A report.', 'stopped'],
])('a %s with the status "%s" and the text "%s" is %s', (kind, status, body, expected) => {
  expect(threadState({ kind, status, body }, true)).toBe(expected);
});

test('an unsent research waits for the network, not for the person', () => {
  expect(threadState({ kind: 'research', status: '', body: '' }, false)).toBe('waiting');
});
