/** Asks for access to a document that this person cannot open. */
import { CallError } from '../../../protocol/errors';
import type { Handlers } from './context';

export const accessCommands: Handlers<'access'> = {
  async 'access.request'(context, { kind, id }) {
    if (!['projects', 'notes', 'meetings'].includes(kind)) throw new CallError('PARAM_ERROR');
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
