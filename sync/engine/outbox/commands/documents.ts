/** Commands for deletions that this device can undo. */
import type { Handlers } from './context';
import { localDeletions, restore } from './removal';

export const documentCommands: Handlers<'document'> = {
  async 'document.restore'(context, { collection, id, title = '' }) {
    return { state: await restore(context, collection, id, title) };
  },

  async 'document.deletions'(context) {
    return { deletions: await localDeletions(context) };
  },
};
