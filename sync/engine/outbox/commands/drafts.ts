/** Drafts of fields that cannot be saved. */
import type { Handlers } from './context';

const draftKey = (id: string): string => `draft:${id}`;

export const draftCommands: Handlers<'draft'> = {
  async 'draft.keep'({ device, locks }, { id, text }) {
    // serialised, so that drafts are stored in the order of typing
    await locks.request(`satchel-draft:${id}`, () =>
      text === null ? device.meta.delete(draftKey(id)) : device.meta.put({ key: draftKey(id), value: text }),
    );
    return null;
  },

  async 'draft.read'({ device }, { id }) {
    const draft = (await device.meta.get(draftKey(id)))?.value;
    return { text: typeof draft === 'string' ? draft : null };
  },
};
