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
