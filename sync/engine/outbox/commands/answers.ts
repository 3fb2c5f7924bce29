/** Stores the server's last answers for lists that are not documents, so that they can be shown offline. */
import type { StoredServerList } from './declared/stored-answers';
import type { Handlers } from './context';
import { storedAnswers, type StoredAnswers } from './stored-answers';

/** by list, with the number of stored answers: tasks and trash of this person, histories of the latest projects */
const LISTS: Record<StoredServerList, StoredAnswers> = {
  tasks: storedAnswers('tasks', 1),
  trash: storedAnswers('trash', 1),
  // the stored history of a project is deleted with the project
  history: storedAnswers('history', 20, async ({ documents }, id) => (await documents.get('projects', id)) !== null),
};

export const answerCommands: Handlers<'answer'> = {
  async 'answer.store'(context, { list, id = '', at, rows }) {
    await LISTS[list].store(context, id, { at, value: rows });
    return null;
  },

  async 'answer.last'(context, { list, id = '' }) {
    const last = await LISTS[list].last(context, id);
    return last && Array.isArray(last.value) ? { at: last.at, rows: last.value } : null;
  },
};
