/** Commands for the summary of a meeting: requests are calls in the outbox, an edit is a pending write. */
import { allowed, checkedFields, type CommandContext, type Handlers } from './context';

async function queue(
  context: CommandContext,
  meetingId: string,
  call: { path: string; input: object; key: string },
): Promise<void> {
  const meeting = await allowed(context, 'meetings', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
  await context.outbox.add({
    service: 'core',
    method: 'POST',
    path: call.path,
    input: { meetingId, ...call.input },
    label: { key: call.key, params: { title: meeting.title } },
    about: `meetings/${meetingId}`,
    endsWithDocument: true,
    after: [`meetings/${meetingId}`],
  });
}

export const summaryCommands: Handlers<'summary'> = {
  async 'summary.request'(context, { meetingId, templateId, language }) {
    await queue(context, meetingId, {
      path: '/meeting/summary/updateContentWithTemplate',
      input: { templateUuid: templateId, language },
      key: 'summaryRequest',
    });
    return null;
  },

  async 'summary.cancel'(context, { meetingId }) {
    await queue(context, meetingId, { path: '/meeting/summary/cancel', input: {}, key: 'summaryCancel' });
    return null;
  },

  async 'summary.edit'(context, { meetingId, content }) {
    await allowed(context, 'summaries', meetingId, 'update', 'SUMMARY_NOT_FOUND', 'MEETING_ACCESS_DENIED');
    const checked = checkedFields('summaries', { content: content.normalize('NFC') });
    await context.documents.change('summaries', meetingId, () => checked);
    return null;
  },
};
