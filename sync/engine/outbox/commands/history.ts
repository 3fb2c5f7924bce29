/** The newest events of the projects that were looked at last. They go with their project. */
import type { Handlers } from './context';
import { keptAnswers } from './kept-answers';

/** projects */
const PROJECTS_MAX = 20;

const answers = keptAnswers('history', PROJECTS_MAX);

export const historyCommands: Handlers<'history'> = {
  async 'history.keep'(context, { projectId, at, events }) {
    if (await context.documents.get('projects', projectId))
      await answers.keep(context, projectId, { at, value: events });
    return null;
  },

  async 'history.last'(context, { projectId }) {
    if (!(await context.documents.get('projects', projectId))) {
      await answers.forget(context, projectId);
      return null;
    }
    const last = await answers.last(context, projectId);
    return last && Array.isArray(last.value) ? { at: last.at, events: last.value } : null;
  },
};
