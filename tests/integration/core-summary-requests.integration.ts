/** Requests for summaries: one run at a time, crashes, earlier versions, notifications, templates and rights. */
import { beforeAll, describe, expect, it } from 'vitest';
import { summaryCalls as calls } from '../../server/core/summaries/contract';
import { SUMMARY_RUN } from '../../server/core/summaries/request';
import { templateCalls } from '../../server/core/templates/contract';
import { taskCalls } from '../../server/core/tasks/contract';
import { newId, spaceOf } from '../../sync/model/ids';
import { code, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import type { ModelServer } from '../support/model-server';
import { isPart, POINTS, SAID, summarySuite, TEXT } from '../support/summary-suite';

describeOnDatabase('summaries', (engine) => {
  const suite = summarySuite(engine);
  const { shared, meetingOf, apply, summaryOf, noticesOf } = suite;
  let core: Core;
  let models: ModelServer;
  let ann: Person;
  let ben: Person;
  beforeAll(() => {
    ({ core, models, ann, ben } = suite);
  });

  it('is one run and one use when it is requested twice at once', async () => {
    const id = await meetingOf();
    await Promise.all([apply(id), apply(id)]);
    models.setScript((request) => suite.answer(request));
    await core.runJobs();
    expect(models.requests).toHaveLength(2);
    const { list } = await ann.call(taskCalls.page, { currentPage: 1, pageSize: 50 });
    expect(list.filter(({ kind, subject }) => kind === SUMMARY_RUN && subject.id === id)).toHaveLength(1);
    const uses = await core.platform.db
      .selectFrom('service_use')
      .selectAll()
      .where('id', 'like', `${list.find(({ subject }) => subject.id === id)!.id}/%`)
      .execute();
    expect(uses).toHaveLength(1);
  });

  it('goes on after a crash without asking again for what was answered', async () => {
    const id = await meetingOf();
    let fails = true;
    suite.answer = (request) => {
      if (isPart(request)) return { text: JSON.stringify({ points: POINTS }) };
      return fails ? { status: 503 } : { text: TEXT };
    };
    await apply(id);
    await core.runJobs({ afterMs: 0 });
    fails = false;
    await core.runJobs();
    expect((await summaryOf(id)).status).toBe('done');
    expect(models.requests.filter(isPart)).toHaveLength(1);
  });

  it('keeps an edited text as a version when another template is applied', async () => {
    const id = await meetingOf();
    await apply(id);
    await core.runJobs();
    await ann.call(calls.updateContent, { id, content: 'What I wrote' });
    expect((await summaryOf(id)).editedBy).toBe('ann');
    await apply(id, 'daily-standup');
    expect((await summaryOf(id)).content).toBe('What I wrote');
    await core.runJobs();
    const { versions, content, templateId } = await summaryOf(id);
    expect(templateId).toBe('daily-standup');
    expect(content).not.toBe('What I wrote');
    expect(versions.map((each) => [each.content, each.by, each.templateId])).toEqual([
      ['What I wrote', 'ann', 'weekly-meeting'],
    ]);
    // nobody edited the second one
    await apply(id);
    await core.runJobs();
    expect((await summaryOf(id)).versions).toHaveLength(1);
  });

  it('fails without touching the text when its template is deleted meanwhile', async () => {
    const id = await meetingOf();
    await apply(id);
    await core.runJobs();
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
    expect(await ann.refused('templates', null, template)).toBe('');
    const before = (await summaryOf(id)).content;
    await apply(id, templateId);
    await core.sync.store.write(ann.actor.companyId, (tx) => tx.remove('templates', templateId));
    await core.runJobs();
    expect(await summaryOf(id)).toMatchObject({ status: 'failed', error: 'TEMPLATE_NOT_FOUND', content: before });
    // a new request begins again
    await apply(id);
    await core.runJobs();
    expect(await summaryOf(id)).toMatchObject({ status: 'done', error: '' });
  });

  describe('notifies the person who asked', () => {
    it('once, when the summary is ready, and says why when it is not', async () => {
      const id = await meetingOf();
      await Promise.all([apply(id), apply(id)]);
      await core.runJobs();
      const link = `/meeting/${id}?tab=summary`;
      const ready = { kind: 'summaryReady', params: { title: 'Weekly meeting' }, link };
      expect(await noticesOf(ann, id)).toEqual([ready]);
      suite.answer = () => ({ status: 401 });
      await apply(id, 'daily-standup');
      await core.runJobs();
      const reason = (await summaryOf(id)).error;
      expect(reason).not.toBe('');
      expect(await noticesOf(ann, id)).toEqual(
        expect.arrayContaining([ready, { kind: 'summaryFailed', params: { title: 'Weekly meeting', reason }, link }]),
      );
      expect(await noticesOf(ann, id)).toHaveLength(2);
    });

    it('not while they watch it, nor when they cancel it', async () => {
      const id = await meetingOf();
      const { live } = core.services;
      const isWatching = live.isWatching.bind(live);
      const asked: string[] = [];
      live.isWatching = (_companyId, topic, userId) => {
        asked.push(`${topic.collection}/${topic.id} ${userId}`);
        return Promise.resolve(true);
      };
      try {
        await apply(id);
        await core.runJobs();
      } finally {
        live.isWatching = isWatching;
      }
      expect(asked).toEqual([`summaries/${id} ann`]);
      await apply(id, 'daily-standup');
      await ann.call(calls.cancel, { meetingId: id });
      await core.runJobs();
      expect(await noticesOf(ann, id)).toEqual([]);
    });

    it('last, where another person’s run is under way', async () => {
      const id = await meetingOf(SAID, '', await shared.project());
      await apply(id);
      await apply(id, 'daily-standup', ben);
      await core.runJobs();
      expect(await summaryOf(id)).toMatchObject({ templateId: 'daily-standup', request: { askedBy: 'ben' } });
      expect(await noticesOf(ann, id)).toEqual([]);
      expect((await noticesOf(ben, id)).map(({ kind }) => kind)).toContain('summaryReady');
    });
  });

  it('ends where it is cancelled, with the text as it was', async () => {
    const id = await meetingOf();
    await apply(id);
    await ann.call(calls.cancel, { meetingId: id });
    expect(await summaryOf(id)).toMatchObject({ status: 'none', content: '' });
    await core.runJobs();
    expect((await summaryOf(id)).content).toBe('');
  });

  it('needs a model, a template, and something to summarize', async () => {
    const id = await meetingOf();
    expect(await code(ann.refusal(calls.applyTemplate, { meetingId: id, templateUuid: 'nothing' }))).toBe(
      'TEMPLATE_NOT_FOUND',
    );
    suite.hasModel = false;
    expect(await code(ann.refusal(calls.applyTemplate, { meetingId: id, templateUuid: 'weekly-meeting' }))).toBe(
      'CHAT_PROVIDER_NOT_FOUND',
    );
    const empty = await meetingOf([], '');
    expect(await code(ann.refusal(calls.applyTemplate, { meetingId: empty, templateUuid: 'weekly-meeting' }))).toBe(
      'SUMMARY_SOURCE_EMPTY',
    );
  });

  it('keeps a summary that was written elsewhere as a version, whatever replaces it', async () => {
    const id = await meetingOf();
    await ann.call(calls.create, { meetingId: id, content: '# By hand' });
    await ann.call(calls.create, { meetingId: id, content: '# By another app' });
    await apply(id);
    await core.runJobs();
    const { versions, content } = await summaryOf(id);
    expect(content).toContain('## Budget');
    expect(versions.map((each) => [each.content, each.mode, each.by])).toEqual([
      ['# By another app', 'import', ''],
      ['# By hand', 'import', ''],
    ]);
  });

  it('says that a template is a colleague’s own, where the summary names it', async () => {
    const id = await meetingOf(SAID, '', await shared.project());
    const { uuid } = await ben.call(templateCalls.create, {
      title: 'Of Ben',
      content: '## All',
      categoryId: 'progress',
    });
    expect(await code(ann.refusal(calls.applyTemplate, { meetingId: id, templateUuid: uuid }))).toBe(
      'TEMPLATE_NOT_FOUND',
    );
    await apply(id, uuid, ben);
    await core.runJobs();
    expect(await summaryOf(id)).toMatchObject({ status: 'done', templateId: uuid });
    expect(await code(ann.refusal(calls.applyTemplate, { meetingId: id, templateUuid: uuid }))).toBe(
      'TEMPLATE_NOT_SHARED',
    );
    // his template goes with his request, though the run is hers
    await apply(id);
    await apply(id, uuid, ben);
    await core.runJobs();
    expect(await summaryOf(id)).toMatchObject({ status: 'done', templateId: uuid });
  });

  it('stores a summary that was written elsewhere, and shows it to nobody else', async () => {
    const id = await meetingOf();
    await ann.call(calls.create, { meetingId: id, content: '# Ours' });
    expect(await ann.call(calls.get, { id })).toMatchObject({ content: '# Ours', mode: 'import', status: 'done' });
    expect(await code(ben.refusal(calls.getOfMeeting, { id }))).toBe('MEETING_NOT_FOUND');
    expect(await code(ben.refusal(calls.get, { id }))).toBe('SUMMARY_NOT_FOUND');
    const { rev } = (await ann.sees('summaries', id))!;
    expect(await ann.refused('summaries', { id, rev }, { status: 'failed' })).toBe('NO_PERMISSION');
  });

  it('tests the text of a template, and stores nothing', async () => {
    const id = await meetingOf();
    const test = { meetingId: id, title: 'Ours', content: '## Budget', language: 'en' } as const;
    const { content } = await ann.call(calls.testTemplate, test);
    expect(content).toContain('- The budget is five million yen.\n');
    expect(await ann.sees('summaries', id)).toBeNull();
    expect(await code(ben.refusal(calls.testTemplate, test))).toBe('MEETING_NOT_FOUND');
  });
});
