/** Requests for access to a document that a person cannot open. */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { TOP_KINDS } from '../../../sync/model/top-kinds';
import { defineCall } from '../../../sync/protocol/call';

export const accessRequestCalls = {
  ask: defineCall({
    service: 'core',
    method: 'POST',
    path: '/access/request',
    who: 'member',
    idempotent: true,
    perMinute: 20,
    summary:
      'Asks the owner of a project, note or meeting for access. The answer is the same whether the document exists or not.',
    input: v.object({ kind: v.picklist(TOP_KINDS, 'PARAM_ERROR'), id: Id }),
    output: v.object({}),
    errors: ['PARAM_ERROR'],
  }),
};
