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

it('explains a refused deletion to the creator who never received the answer to the create, and hides the document from others', () => {
  expect(() => evaluateWrite('notes', deletion, current(), null, 'eve', 5)).toThrow('DOCUMENT_NOT_FOUND');
  expect(evaluateWrite('notes', deletion, current(), null, 'ben', 5)).toEqual({ kind: 'nothing' });
  expect(evaluateWrite('notes', deletion, current({ deleted: true }), null, 'eve', 5)).toEqual({ kind: 'nothing' });
  expect(evaluateWrite('notes', deletion, null, null, 'eve', 5)).toEqual({ kind: 'nothing' });
});
