/** Asks for access to a document that this person cannot open. */
import { CallError } from '../../../protocol/errors';
import type { Handlers } from './context';
import { isTopKind } from '../../../model/top-kinds';

export const accessCommands: Handlers<'access'> = {
  async 'access.request'(context, { kind, id }) {
    if (!isTopKind(kind)) throw new CallError('PARAM_ERROR');
    await context.outbox.add({
      service: 'core',
      method: 'POST',
      path: '/access/request',
      input: { kind, id },
      label: { key: 'accessRequest', params: {} },
      after: [],
    });
    return null;
  },
};
