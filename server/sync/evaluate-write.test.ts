import { expect, it } from 'vitest';
import type { DocRow } from './documents';
import { evaluateWrite } from './evaluate-write';

const current = (over: Partial<DocRow> = {}): DocRow =>
  ({
    collection: 'notes',
    id: 'n',
    space: 'project:p',
    rev: '1-abcdef',
    deleted: false,
    data: { creatorId: 'eve' },
    ...over,
  }) as DocRow;
const deletion = { assumedMasterState: null, newDocumentState: { id: 'n', rev: '2-abcdef', _deleted: true as const } };

it('takes a write only from the current revision to a higher one', () => {
  const write = (assumed: string, rev: string) =>
    evaluateWrite(
      'notes',
      { assumedMasterState: { rev: assumed }, newDocumentState: { id: 'n', rev, _deleted: true } },
      current({ rev: '3-current' }),
      'owner',
      'eve',
      5,
    ).kind;
  expect(write('3-current', '4-mine')).toBe('write');
  // several offline edits of an earlier revision: their height says nothing about what they have seen
  expect(write('2-before', '9-mine')).toBe('conflict');
  expect(write('3-other', '4-mine')).toBe('conflict');
  expect(write('3-current', '3-mine')).toBe('conflict');
});

it('explains a refused deletion to the creator who never received the answer to the create, and hides the document from others', () => {
  expect(() => evaluateWrite('notes', deletion, current(), null, 'eve', 5)).toThrow('DOCUMENT_NOT_FOUND');
  expect(evaluateWrite('notes', deletion, current(), null, 'ben', 5)).toEqual({ kind: 'nothing' });
  expect(evaluateWrite('notes', deletion, current({ deleted: true }), null, 'eve', 5)).toEqual({ kind: 'nothing' });
  expect(evaluateWrite('notes', deletion, null, null, 'eve', 5)).toEqual({ kind: 'nothing' });
});

it('takes a repeated write as done for people who see the document, and tells others nothing about its revision', () => {
  const repeated = { assumedMasterState: { rev: '1-abcdef' }, newDocumentState: { id: 'n', rev: '2-abcdef' } };
  const created = { assumedMasterState: null, newDocumentState: { id: 'n', rev: '2-abcdef' } };
  const stored = current({ rev: '2-abcdef' });
  const done = { kind: 'nothing' };
  expect(evaluateWrite('notes', repeated, stored, 'viewer', 'ben', 5)).toEqual(done);
  // the answer to a create was lost, and the person has lost access since
  expect(evaluateWrite('notes', created, stored, null, 'eve', 5)).toEqual(done);
  // a revision that is current and one that is not have the same answer
  for (const row of [stored, current({ rev: '3-ghijkl' })]) {
    expect(() => evaluateWrite('notes', repeated, row, null, 'ben', 5)).toThrow('DOCUMENT_NOT_FOUND');
    expect(() => evaluateWrite('notes', created, row, null, 'ben', 5)).toThrow('NO_PERMISSION');
  }
  // the space of a deleted document may be gone with it
  const gone = current({ rev: '2-abcdef', deleted: true });
  const deleted = { ...repeated, newDocumentState: { ...repeated.newDocumentState, _deleted: true as const } };
  expect(evaluateWrite('notes', deleted, gone, null, 'ben', 5)).toEqual(done);
});

it('takes changed elements of a list with ids only, and only where there is one', () => {
  const segment = { recordingId: '', start: 0, end: 1, original: '', participantId: '' };
  const segments = [
    { ...segment, id: 'a', text: 'x' },
    { ...segment, id: 'b', text: 'y' },
  ];
  const data = {
    ...{ meetingId: 'm', creatorId: 'eve', status: 'done', progress: 1, error: '', segments },
    ...{ provider: '', model: '', mode: '', generatedAt: 1, updatedAt: 1 },
  };
  const stored = current({ collection: 'transcripts', id: 'm', space: 'meeting:m', data });
  const write = (_elements: Record<string, { set: (Record<string, unknown> & { id: string })[]; removed: string[] }>) =>
    evaluateWrite(
      'transcripts',
      { assumedMasterState: { rev: '1-abcdef' }, newDocumentState: { id: 'm', rev: '2-abcdef', _elements } },
      stored,
      'owner',
      'eve',
      5,
    );
  expect(write({ segments: { set: [{ ...segments[1]!, text: 'z' }], removed: [] } })).toMatchObject({
    kind: 'write',
    changed: ['segments'],
    next: { data: { segments: [segments[0], { id: 'b', text: 'z' }] } },
  });
  for (const field of ['error', 'constructor', '__proto__', 'nothing'])
    expect(() => write({ [field]: { set: [{ id: 'x' }], removed: [] } })).toThrow('no list of elements');
  // the whole is validated as if it had been sent
  expect(() => write({ segments: { set: [{ id: 'c' }], removed: [] } })).toThrow();
});
