/** Commands for bookmarks and typed lines of a recording, and the agenda. They work offline. */
import { newId } from '../../../model/ids';
import { LIMITS } from '../../../model/limits';
import type { Doc } from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { allowed, checkedFields, type CommandContext, type Handlers } from './context';

type Moments = NonNullable<Doc<'meetings'>['moments']>;

async function changeMoments(
  context: CommandContext,
  id: string,
  change: (moments: Moments) => Moments,
): Promise<void> {
  await allowed(context, 'meetings', id, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  await context.documents.change('meetings', id, (meeting) =>
    checkedFields('meetings', { moments: change(meeting.moments ?? []) }),
  );
}

export const momentCommands: Handlers<'moment'> = {
  async 'moment.add'(context, { id, recordingId, at, kind, text }) {
    const momentId = newId(context.clock.now());
    const { userId } = context.account;
    await changeMoments(context, id, (moments) => {
      if (moments.length >= LIMITS.moments) throw new CallError('PARAM_ERROR');
      return [...moments, { id: momentId, recordingId, at: Math.max(0, Math.round(at)), kind, text, userId }];
    });
    return { momentId };
  },

  async 'moment.change'(context, { id, momentId, text }) {
    await changeMoments(context, id, (moments) => moments.map((m) => (m.id === momentId ? { ...m, text } : m)));
    return null;
  },

  async 'moment.remove'(context, { id, momentId }) {
    await changeMoments(context, id, (moments) => moments.filter((m) => m.id !== momentId));
    return null;
  },
};

export const agendaCommands: Handlers<'agenda'> = {
  async 'agenda.set'(context, { id, items }) {
    await allowed(context, 'meetings', id, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
    const now = context.clock.now();
    const agenda = items.map(({ id: itemId, text, isDone }) => ({ id: itemId || newId(now), text, isDone }));
    await context.documents.change('meetings', id, () => checkedFields('meetings', { agenda }));
    return null;
  },
};
