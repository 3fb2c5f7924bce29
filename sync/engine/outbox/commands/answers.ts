/** Stores the server's last answers for lists that are not documents, so that they can be shown offline. */
import type { AnsweredList } from './declared/stored-answers';
import type { CommandContext, Handlers } from './context';
import { storedAnswers, type StoredAnswers } from './stored-answers';

/** by list, with the number of stored answers: tasks and trash of this person, histories of the latest projects */
const LISTS: Record<AnsweredList, StoredAnswers> = {
  tasks: storedAnswers('tasks', 1),
  trash: storedAnswers('trash', 1),
  history: storedAnswers('history', 20),
};

/** The stored history of a project is deleted with the project. */
const hasSubject = async ({ documents }: CommandContext, list: AnsweredList, id: string): Promise<boolean> =>
  list !== 'history' || (await documents.get('projects', id)) !== null;

export const answerCommands: Handlers<'answer'> = {
  async 'answer.store'(context, { list, id = '', at, rows }) {
    if (await hasSubject(context, list, id)) await LISTS[list].store(context, id, { at, value: rows });
    return null;
  },

  async 'answer.last'(context, { list, id = '' }) {
    if (!(await hasSubject(context, list, id))) {
      await LISTS[list].forget(context, id);
      return null;
    }
    const last = await LISTS[list].last(context, id);
    return last && Array.isArray(last.value) ? { at: last.at, rows: last.value } : null;
  },
};
