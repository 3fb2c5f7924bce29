/** The calls of summaries. The policies check the rules. */
import { newId } from '../../../sync/model/ids';
import type { Doc } from '../../../sync/model/kinds';
import type { CallOutput, ParsedInput } from '../../../sync/protocol/call';
import { CallError } from '../../../sync/protocol/errors';
import type { Actor } from '../../platform/context';
import { ableOr, changeDoc, visibleOr } from '../change';
import type { CoreServices } from '../context';
import type { summaryCalls } from './contract';
import { polishNote } from './polish-note';
import { summaryPolicy } from './policy';
import { emptySummary, requestSummary, SUMMARY_RUN } from './request';
import { codeWithoutTemplate, readSources, templateFor } from './sources';
import { versionsAfter } from './versions';
import { writeSummary } from './write-summary';

type Calls = typeof summaryCalls;
type View = CallOutput<Calls['get']>;
const CODES = { missing: 'MEETING_NOT_FOUND', denied: 'MEETING_ACCESS_DENIED' } as const;

const viewOf = (summary: Omit<Doc<'summaries'>, 'abilities'>): View => ({
  id: summary.id,
  meetingId: summary.meetingId,
  content: summary.content,
  status: summary.status,
  error: summary.error,
  templateUuid: summary.templateId,
  language: summary.language ?? '',
  moments: summary.moments ?? [],
  items: summary.items ?? [],
  provider: summary.provider,
  model: summary.model,
  mode: summary.mode,
  generatedAt: summary.generatedAt,
  updatedTime: summary.updatedAt,
});

export function createSummaries(core: CoreServices) {
  const { platform, sync, runs } = core;
  const policy = summaryPolicy(platform);

  const view = async (actor: Actor, id: string): Promise<View> =>
    viewOf(await visibleOr(sync, actor, 'summaries', id, 'SUMMARY_NOT_FOUND'));

  return {
    get: view,

    async ofMeeting(actor: Actor, meetingId: string): Promise<{ summary: View | null }> {
      await visibleOr(sync, actor, 'meetings', meetingId, 'MEETING_NOT_FOUND');
      const summary = await sync.visible(actor, 'summaries', meetingId);
      return { summary: summary && viewOf(summary) };
    },

    async create(actor: Actor, { meetingId, content }: ParsedInput<Calls['create']>): Promise<View> {
      await sync.write(actor.companyId, async (tx) => {
        const meeting = await ableOr(tx, actor, 'meetings', meetingId, 'update', CODES);
        const before = await tx.get('summaries', meetingId);
        const now = Math.max(platform.clock.now(), (before?.editedAt ?? 0) + 1);
        await tx.put('summaries', meetingId, {
          ...(before ?? emptySummary(meeting)),
          space: meeting.space,
          content,
          status: 'done',
          error: '',
          versions: before ? versionsAfter(before, now) : [],
          templateId: '',
          provider: '',
          model: '',
          mode: 'import',
          generatedAt: now,
          moments: [],
          items: [],
          language: '',
        });
        // otherwise the run would replace this text
        await runs.cancelOf(actor.companyId, SUMMARY_RUN, meetingId);
      });
      return view(actor, meetingId);
    },

    async updateContent(actor: Actor, { id, content }: ParsedInput<Calls['updateContent']>): Promise<View> {
      await sync.write(actor.companyId, async (tx) => {
        await ableOr(tx, actor, 'summaries', id, 'update', {
          missing: 'SUMMARY_NOT_FOUND',
          denied: 'MEETING_ACCESS_DENIED',
        });
        await changeDoc(tx, actor, policy, id, { content });
      });
      return view(actor, id);
    },

    async applyTemplate(actor: Actor, { meetingId, templateUuid, language }: ParsedInput<Calls['applyTemplate']>) {
      const chat = await core.ai.chat(actor.companyId);
      const status = await sync.write(actor.companyId, async (tx) => {
        const meeting = await ableOr(tx, actor, 'meetings', meetingId, 'update', CODES);
        const request = { templateId: templateUuid, language: language ?? meeting.language };
        if (!(await templateFor(tx, templateUuid, actor.userId, request.language)))
          throw new CallError(await codeWithoutTemplate(tx, templateUuid, await tx.get('summaries', meetingId)));
        const sources = await readSources(tx, meetingId, actor.userId);
        if (!sources || sources.note.length + sources.transcript.length === 0)
          throw new CallError('SUMMARY_SOURCE_EMPTY');
        if (!chat) throw new CallError('CHAT_PROVIDER_NOT_FOUND');
        return requestSummary(core, tx, meeting, actor.userId, request);
      });
      return { status };
    },

    async testTemplate(
      actor: Actor,
      { meetingId, language, ...template }: ParsedInput<Calls['testTemplate']>,
      signal: AbortSignal,
    ) {
      const { companyId, userId } = actor;
      const sources = await sync.read(companyId, (tx) => readSources(tx, meetingId, userId));
      if (!sources) throw new CallError('MEETING_NOT_FOUND');
      if (sources.note.length + sources.transcript.length === 0) throw new CallError('SUMMARY_SOURCE_EMPTY');
      const chat = await core.ai.chat(companyId);
      if (!chat) throw new CallError('CHAT_PROVIDER_NOT_FOUND');
      const use = await core.usage.consume({ companyId, userId }, 'project.analysis');
      try {
        // the call waits for the answer and does not show the run, so its steps are not stored
        const context = {
          companyId,
          runId: newId(),
          ownerId: userId,
          subject: { collection: 'summaries' as const, id: meetingId },
          input: {},
          attempt: 1,
          signal,
          step: <T>(_name: string, _input: unknown, work: () => Promise<T>) => work(),
          progress: () => Promise.resolve(),
        };
        const { content } = await writeSummary({ core, context, chat, sources, template, language });
        return { content: content.replace(/\s?\[\^[^\]]*\]/gu, '') };
      } catch (error) {
        await use.giveBack();
        throw error;
      }
    },

    async cancel(actor: Actor, meetingId: string) {
      await sync.write(actor.companyId, (tx) => ableOr(tx, actor, 'meetings', meetingId, 'update', CODES));
      await runs.cancelOf(actor.companyId, SUMMARY_RUN, meetingId);
      const summary = await sync.visible(actor, 'summaries', meetingId);
      return { status: summary?.status ?? ('none' as const) };
    },

    async optimizeNote(
      actor: Actor,
      { meetingId, noteContent }: ParsedInput<Calls['optimizeNote']>,
      signal: AbortSignal,
    ) {
      await sync.read(actor.companyId, (tx) => ableOr(tx, actor, 'meetings', meetingId, 'update', CODES));
      return { noteContent: await polishNote(core, actor, noteContent, signal) };
    },
  };
}
