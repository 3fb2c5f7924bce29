/** The calls of gadgets. */
import * as v from 'valibot';
import { gadgets } from '../../../sync/model/kinds/gadgets';
import { defineCall } from '../../../sync/protocol/call';

export const gadgetCalls = {
  create: defineCall({
    service: 'core',
    method: 'POST',
    path: '/gadget/create',
    who: 'member',
    summary: 'Creates a gadget of the company.',
    input: v.object({ title: gadgets.fields.title }),
    output: gadgets.schema,
    errors: ['PARAM_ERROR'],
  }),
};
