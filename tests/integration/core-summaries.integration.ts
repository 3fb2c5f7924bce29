/** Requests for summaries of meetings: their runs, versions, notifications, and what happens after faults. */
import { describe, expect, it } from 'vitest';
import { meetingAnalysisCalls } from '../../server/core/meeting-analysis/contract';
import { summaryCalls } from '../../server/core/summaries/contract';
import { SUMMARY_RUN } from '../../server/core/summaries/request';
import { taskCalls } from '../../server/core/tasks/contract';
import { templateCalls } from '../../server/core/templates/contract';
import { newId, spaceOf } from '../../sync/model/ids';
import { code } from '../support/core';
import { describeOnDatabase } from '../support/database';
import { projectsOf } from '../support/shared-project';
import { isPart, POINTS, SAID, TEXT, useSummaryCore } from '../support/summary-core';

describeOnDatabase('summaries', (engine) => {
  const summaries = useSummaryCore(engine);
  const shared = projectsOf(
    () => summaries.ann,
    () => summaries.ben,
    () => `Spring release ${newId()}`,
  );

  it('is one run and one use when it is requested twice at once', async () => {
    const id = await summaries.meetingOf();
    await Promise.all([summaries.apply(id), summaries.apply(id)]);
    summaries.models.setScript((request) => summaries.answer(request));
    await summaries.core.runJobs();
    expect(summaries.models.requests).toHaveLength(2);
    const { list } = await summaries.ann.call(taskCalls.page, { currentPage: 1, pageSize: 50 });
    expect(list.filter(({ kind, subject }) => kind === SUMMARY_RUN && subject.id === id)).toHaveLength(1);
    const uses = await summaries.core.platform.db
      .selectFrom('service_use')
      .selectAll()
      .where('id', 'like', `${list.find(({ subject }) => subject.id === id)!.id}/%`)
      .execute();
    expect(uses).toHaveLength(1);
  });

  it('goes on after a crash without asking again for what was answered', async () => {
    const id = await summaries.meetingOf();
    let fails = true;
    summaries.answer = (request) => {
      if (isPart(request)) return { text: JSON.stringify({ points: POINTS }) };
      return fails ? { status: 503 } : { text: TEXT };
    };
    await summaries.apply(id);
    await summaries.core.runJobs({ afterMs: 0 });
    fails = false;
    await summaries.core.runJobs();
    expect((await summaries.summaryOf(id)).status).toBe('done');
    expect(summaries.models.requests.filter(isPart)).toHaveLength(1);
  });

  it('keeps an edited text as a version when another template is applied', async () => {
    const id = await summaries.meetingOf();
    await summaries.apply(id);
    await summaries.core.runJobs();
    await summaries.ann.call(summaryCalls.updateContent, { id, content: 'What I wrote' });
    expect((await summaries.summaryOf(id)).editedBy).toBe('ann');
    await summaries.apply(id, 'daily-standup');
    expect((await summaries.summaryOf(id)).content).toBe('What I wrote');
    await summaries.core.runJobs();
    const { versions, content, templateId } = await summaries.summaryOf(id);
    expect(templateId).toBe('daily-standup');
    expect(content).not.toBe('What I wrote');
    expect(versions.map((each) => [each.content, each.by, each.templateId])).toEqual([
      ['What I wrote', 'ann', 'weekly-meeting'],
    ]);
    // nobody edited the second one
    await summaries.apply(id);
    await summaries.core.runJobs();
    expect((await summaries.summaryOf(id)).versions).toHaveLength(1);
  });

  it('fails without touching the text when its template is deleted meanwhile', async () => {
    const id = await summaries.meetingOf();
    await summaries.apply(id);
    await summaries.core.runJobs();
    const templateId = newId();
    const template = {
      id: templateId,
      space: spaceOf('person', 'ann'),
      title: 'Ours',
      content: '## All',
      categoryId: 'progress',
      langType: 'en',
      builtIn: false,
      creatorId: 'ann',
      createdAt: 1,
    };
    expect(await summaries.ann.refused('templates', null, template)).toBe('');
    const before = (await summaries.summaryOf(id)).content;
    await summaries.apply(id, templateId);
    await summaries.core.sync.store.write(summaries.ann.actor.companyId, (tx) => tx.remove('templates', templateId));
    await summaries.core.runJobs();
    expect(await summaries.summaryOf(id)).toMatchObject({
      status: 'failed',
      error: 'TEMPLATE_NOT_FOUND',
      content: before,
    });
    // a new request begins again
    await summaries.apply(id);
    await summaries.core.runJobs();
    expect(await summaries.summaryOf(id)).toMatchObject({ status: 'done', error: '' });
  });

  describe('notifies the person who asked', () => {
    it('once, when the summary is ready, and says why when it is not', async () => {
      const id = await summaries.meetingOf();
      await Promise.all([summaries.apply(id), summaries.apply(id)]);
      await summaries.core.runJobs();
      const link = `/meeting/${id}?tab=summary`;
      const ready = { kind: 'summaryReady', params: { title: 'Weekly meeting' }, link };
      expect(await summaries.noticesOf(summaries.ann, id)).toEqual([ready]);
      summaries.answer = () => ({ status: 401 });
      await summaries.apply(id, 'daily-standup');
      await summaries.core.runJobs();
      const reason = (await summaries.summaryOf(id)).error;
      expect(reason).not.toBe('');
      expect(await summaries.noticesOf(summaries.ann, id)).toEqual(
        expect.arrayContaining([ready, { kind: 'summaryFailed', params: { title: 'Weekly meeting', reason }, link }]),
      );
      expect(await summaries.noticesOf(summaries.ann, id)).toHaveLength(2);
    });

    it('not while they watch it, nor when they cancel it', async () => {
      const id = await summaries.meetingOf();
      const { live } = summaries.core.services;
      const isWatching = live.isWatching.bind(live);
      const asked: string[] = [];
      live.isWatching = (_companyId, topic, userId) => {
        asked.push(`${topic.collection}/${topic.id} ${userId}`);
        return Promise.resolve(true);
      };
      try {
        await summaries.apply(id);
        await summaries.core.runJobs();
      } finally {
        live.isWatching = isWatching;
      }
      expect(asked).toEqual([`summaries/${id} ann`]);
      await summaries.apply(id, 'daily-standup');
      await summaries.ann.call(summaryCalls.cancel, { meetingId: id });
      await summaries.core.runJobs();
      expect(await summaries.noticesOf(summaries.ann, id)).toEqual([]);
    });

    it('last, where another person’s run is under way', async () => {
      const id = await summaries.meetingOf(SAID, '', await shared.project());
      await summaries.apply(id);
      await summaries.apply(id, 'daily-standup', summaries.ben);
      await summaries.core.runJobs();
      expect(await summaries.summaryOf(id)).toMatchObject({ templateId: 'daily-standup', request: { askedBy: 'ben' } });
      expect(await summaries.noticesOf(summaries.ann, id)).toEqual([]);
      expect((await summaries.noticesOf(summaries.ben, id)).map(({ kind }) => kind)).toContain('summaryReady');
    });
  });

  it('ends where it is cancelled, with the text as it was', async () => {
    const id = await summaries.meetingOf();
    await summaries.apply(id);
    await summaries.ann.call(summaryCalls.cancel, { meetingId: id });
    expect(await summaries.summaryOf(id)).toMatchObject({ status: 'none', content: '' });
    await summaries.core.runJobs();
    expect((await summaries.summaryOf(id)).content).toBe('');
  });

  it('needs a model, a template, and something to summarize', async () => {
    const id = await summaries.meetingOf();
    expect(
      await code(summaries.ann.refusal(summaryCalls.applyTemplate, { meetingId: id, templateUuid: 'nothing' })),
    ).toBe('TEMPLATE_NOT_FOUND');
    summaries.hasModel = false;
    expect(
      await code(summaries.ann.refusal(summaryCalls.applyTemplate, { meetingId: id, templateUuid: 'weekly-meeting' })),
    ).toBe('CHAT_PROVIDER_NOT_FOUND');
    const empty = await summaries.meetingOf([], '');
    expect(
      await code(
        summaries.ann.refusal(summaryCalls.applyTemplate, { meetingId: empty, templateUuid: 'weekly-meeting' }),
      ),
    ).toBe('SUMMARY_SOURCE_EMPTY');
  });

  it('keeps a summary that was written elsewhere as a version, whatever replaces it', async () => {
    const id = await summaries.meetingOf();
    await summaries.ann.call(summaryCalls.create, { meetingId: id, content: '# By hand' });
    await summaries.ann.call(summaryCalls.create, { meetingId: id, content: '# By another app' });
    await summaries.apply(id);
    await summaries.core.runJobs();
    const { versions, content } = await summaries.summaryOf(id);
    expect(content).toContain('## Budget');
    expect(versions.map((each) => [each.content, each.mode, each.by])).toEqual([
      ['# By another app', 'import', ''],
      ['# By hand', 'import', ''],
    ]);
  });

  it('says that a template is a colleague’s own, where the summary names it', async () => {
    const id = await summaries.meetingOf(SAID, '', await shared.project());
    const { uuid } = await summaries.ben.call(templateCalls.create, {
      title: 'Of Ben',
      content: '## All',
      categoryId: 'progress',
    });
    expect(await code(summaries.ann.refusal(summaryCalls.applyTemplate, { meetingId: id, templateUuid: uuid }))).toBe(
      'TEMPLATE_NOT_FOUND',
    );
    await summaries.apply(id, uuid, summaries.ben);
    await summaries.core.runJobs();
    expect(await summaries.summaryOf(id)).toMatchObject({ status: 'done', templateId: uuid });
    expect(await code(summaries.ann.refusal(summaryCalls.applyTemplate, { meetingId: id, templateUuid: uuid }))).toBe(
      'TEMPLATE_NOT_SHARED',
    );
    // his template goes with his request, though the run is hers
    await summaries.apply(id);
    await summaries.apply(id, uuid, summaries.ben);
    await summaries.core.runJobs();
    expect(await summaries.summaryOf(id)).toMatchObject({ status: 'done', templateId: uuid });
  });

  it('stores a summary that was written elsewhere, and shows it to nobody else', async () => {
    const id = await summaries.meetingOf();
    await summaries.ann.call(summaryCalls.create, { meetingId: id, content: '# Ours' });
    expect(await summaries.ann.call(summaryCalls.get, { id })).toMatchObject({
      content: '# Ours',
      mode: 'import',
      status: 'done',
    });
    expect(await code(summaries.ben.refusal(summaryCalls.getOfMeeting, { id }))).toBe('MEETING_NOT_FOUND');
    expect(await code(summaries.ben.refusal(summaryCalls.get, { id }))).toBe('SUMMARY_NOT_FOUND');
    const { rev } = (await summaries.ann.sees('summaries', id))!;
    expect(await summaries.ann.refused('summaries', { id, rev }, { status: 'failed' })).toBe('NO_PERMISSION');
  });

  it('tests the text of a template, and stores nothing', async () => {
    const id = await summaries.meetingOf();
    const test = { meetingId: id, title: 'Ours', content: '## Budget', language: 'en' } as const;
    const { content } = await summaries.ann.call(summaryCalls.testTemplate, test);
    expect(content).toContain('- The budget is five million yen.\n');
    expect(await summaries.ann.sees('summaries', id)).toBeNull();
    expect(await code(summaries.ben.refusal(summaryCalls.testTemplate, test))).toBe('MEETING_NOT_FOUND');
  });

  it('polishes a note, and gives no part of one', async () => {
    const id = await summaries.meetingOf();
    summaries.answer = () => ({ text: '```markdown\nThe budget is five million yen.\n```' });
    expect(await summaries.ann.call(summaryCalls.optimizeNote, { meetingId: id, noteContent: 'bdget 5M yen' })).toEqual(
      {
        noteContent: 'The budget is five million yen.',
      },
    );
    summaries.answer = () => ({ text: 'The budget', finish: 'length' });
    expect(
      await code(summaries.ann.refusal(summaryCalls.optimizeNote, { meetingId: id, noteContent: 'bdget 5M yen' })),
    ).toBe('PROVIDER_ANSWER_CUT');
  });

  describe('analysis', () => {
    it('gives the talk time of each speaker, and begins a chat about the meeting alone', async () => {
      const id = await summaries.meetingOf();
      const engagement = await summaries.ann.call(meetingAnalysisCalls.engagement, { id });
      expect(engagement).toMatchObject({ totalMs: 29_000, silenceMs: 5_000, overlapMs: 0 });
      expect(engagement.speakers).toMatchObject([{ name: 'Ben', talkMs: 24_000, turns: 1 }]);
      const { questionId } = await summaries.ann.call(meetingAnalysisCalls.ask, {
        meetingId: id,
        question: 'What is open?',
      });
      expect(await summaries.ann.sees('turns', questionId)).toMatchObject({
        context: [{ kind: 'meetings', id, title: 'Weekly meeting' }],
        usesWeb: false,
      });
    });
  });
});
