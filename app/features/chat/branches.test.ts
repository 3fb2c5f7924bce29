import { expect, test } from 'vitest';
import type { Turn } from '../../../sync/model/kinds/turns';
import { choicesTo, shownTurns } from './branches';

const turn = (id: string, followsId: string, position: number): Turn =>
  ({ id, followsId, position, createdAt: 0 }) as Turn;
const ids = (turns: Turn[], chosen = {}): string[] => shownTurns(turns, chosen).map(({ turn: { id } }) => id);

const TREE = [turn('a', '', 0), turn('b', 'a', 1), turn('c', 'b', 2), turn('b2', 'a', 3), turn('a2', '', 4)];

test('shows the newest version of each question, or the chosen one with its follow-ups', () => {
  expect(ids(TREE)).toEqual(['a2']);
  expect(ids(TREE, { '': 'a' })).toEqual(['a', 'b2']);
  expect(ids(TREE, { '': 'a', a: 'b' })).toEqual(['a', 'b', 'c']);
  expect(ids(TREE, { '': 'gone' })).toEqual(['a2']);
  expect(shownTurns(TREE, { '': 'a' })[1]!.versions.map(({ id }) => id)).toEqual(['b', 'b2']);
});

test('finds the choices that lead to a question', () => {
  expect(ids(TREE, choicesTo(TREE, 'c', { '': 'a2' }))).toEqual(['a', 'b', 'c']);
});

test('shows questions whose predecessor is missing, and terminates if questions follow each other in a loop', () => {
  expect(ids([turn('a', '', 0), turn('b', 'gone', 1), turn('c', 'b', 2)])).toEqual(['a', 'b', 'c']);
  expect(ids([turn('a', 'b', 0), turn('b', 'a', 1)])).toEqual(['a', 'b']);
  expect(ids([turn('a', 'a', 0)])).toEqual(['a']);
  expect(() => choicesTo([turn('a', 'b', 0), turn('b', 'a', 1)], 'a', {})).not.toThrow();
});

test('a chat of 2,000 questions is laid out in one pass', () => {
  const many = Array.from({ length: 2000 }, (_, n) => turn(`t${n}`, n ? `t${n - 1}` : '', n));
  expect(ids(many)).toHaveLength(2000);
});
