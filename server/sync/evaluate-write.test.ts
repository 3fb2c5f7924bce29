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

it('tells who made a document, and never heard that it had arrived, that it stands where they may not delete it any more; to nobody else', () => {
  expect(() => evaluateWrite('notes', deletion, current(), null, 'eve', 5)).toThrow('DOCUMENT_NOT_FOUND');
  expect(evaluateWrite('notes', deletion, current(), null, 'ben', 5)).toEqual({ kind: 'nothing' });
  expect(evaluateWrite('notes', deletion, current({ deleted: true }), null, 'eve', 5)).toEqual({ kind: 'nothing' });
  expect(evaluateWrite('notes', deletion, null, null, 'eve', 5)).toEqual({ kind: 'nothing' });
});
