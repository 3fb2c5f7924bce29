/** Deep research whose process dies, that is stopped, or that loses a source: nothing is fetched or paid twice. */
import { describe, expect, it } from 'vitest';
import { transferThreads } from '../../server/core/chat/ownership';
import { researchCalls } from '../../server/core/research/contract';
import { WORK_RUN } from '../../server/core/research/requests';
import type { SyncTransaction } from '../../server/sync/store';
import { reportId } from '../../sync/model/ids';
import { passage } from '../support/chat-core';
import { describeOnDatabase } from '../support/database';
import { findingsIn } from '../support/research-answers';
import { NOTE, useResearchCore, type ResearchCore } from '../support/research-core';

/**
 * Calls `at` with the number of steps that an attempt has behind it, after each of them; what it throws ends the attempt,
 * as the death of its process would.
 */
async function afterSteps<T>(lab: ResearchCore, at: (ended: number) => void, work: () => Promise<T>): Promise<T> {
  const { live } = lab.core.services;
  const { publish } = live;
  let ended = 0;
  live.publish = (topic, event, origin) => {
    if (event.type === 'step' && event.step.state !== 'running') {
      const now = (ended += 1);
      // the next attempt begins with the steps that are stored
      ended = 0;
      at(now);
      ended = now;
    }
    return publish.call(live, topic, event, origin);
  };
  try {
    return await work();
  } finally {
    live.publish = publish;
  }
}

type Work<T> = (tx: SyncTransaction) => Promise<T>;

const QUESTION = 'How high is the tower, and when was it opened?';

const counts = (lab: ResearchCore) => ({
  fetched: lab.fetched().sort(),
  searched: lab.searches.queries.map(({ query }) => query),
  paid: lab.models.requests.length,
  retrievals: lab.retrievals,
});

describeOnDatabase('a deep research', (engine) => {
  const lab = useResearchCore(engine);

  it('goes on after a crash at each of its steps, without repeating one', async () => {
    let steps = 0;
    const whole = await lab.planned();
    lab.forget();
    await afterSteps(
      lab,
      (ended) => (steps = ended),
      () => lab.work(whole),
    );
    const expected = counts(lab);
    const { sections } = await lab.report(whole);
    expect(steps).toBeGreaterThanOrEqual(12);
    // a run has four attempts: three of them die, each after one more step
    for (let first = 1; first <= steps; first += 3) {
      const deaths = [first, first + 1, first + 2].filter((step) => step <= steps);
      const id = await lab.planned();
      lab.forget();
      await afterSteps(
        lab,
        (ended) => {
          if (ended !== deaths[0]) return;
          deaths.shift();
          throw new Error('killed');
        },
        () => lab.work(id),
      );
      expect([first, deaths, counts(lab)]).toEqual([first, [], expected]);
      expect((await lab.report(id)).sections).toEqual(sections);
      expect(await lab.research(id)).toMatchObject({ stage: 'DONE' });
    }
  });

  it.each([
    ['CLARIFYING', 'clarifications'],
    ['PLANNING', 'plan'],
    ['RESEARCHING', 'findings'],
    ['WRITING', 'section'],
    ['VERIFYING', 'verdicts'],
  ] as const)(
    'whose process dies in %s goes on in another one, without a second fetch or call',
    async (stage, asking) => {
      const whole = async (id: string): Promise<void> => {
        if ((await lab.research(id)).stage === 'WAITING_FOR_USER') {
          await lab.ann.call(researchCalls.feedbacks, { id, feedback: '' });
          await lab.core.runJobs();
        }
        if ((await lab.research(id)).stage === 'PLAN_REVIEW') await lab.work(id);
      };
      await whole(await lab.start());
      const expected = counts(lab);
      lab.forget();
      let isAnswered = false;
      lab.script({}, (asked) => {
        isAnswered ||= asked === asking;
      });
      const { sync } = lab.core.services;
      const { write } = sync;
      // after the answer, the process writes no document any more, not even that its attempt has failed
      sync.write = <T>(companyId: string, work: Work<T>): Promise<T> =>
        isAnswered ? Promise.reject(new Error('killed')) : (write.call(sync, companyId, work) as Promise<T>);
      const { session_id: id } = await lab.ann.call(researchCalls.start, { title: QUESTION });
      try {
        await lab.core.runJobs();
        await whole(id);
        expect.unreachable('the process was not killed');
      } catch (error) {
        expect(String(error)).toContain('killed');
      } finally {
        sync.write = write;
      }
      expect(await lab.research(id)).toMatchObject({ stage });
      await lab.core.platform.db.updateTable('run').set({ lease_until: 0 }).where('subject_id', '=', id).execute();
      lab.core.parts.pass(120_000);
      await lab.core.runJob('run-resume');
      await lab.core.runJobs();
      await whole(id);
      expect(await lab.research(id)).toMatchObject({ stage: 'DONE' });
      expect(counts(lab)).toEqual(expected);
    },
  );

  it('is finished by another process where the one that writes it dies', async () => {
    const id = await lab.planned();
    lab.forget();
    let isDead = false;
    lab.script({
      section: (prompt) => {
        if (!isDead) {
          isDead = true;
          return { pieces: ['{"paragraphs"', ': []}'], stallAfter: 1 };
        }
        return { paragraphs: [findingsIn(prompt).map((n) => ({ text: `Finding ${n}.`, findings: [n] }))] };
      },
    });
    const before = (await lab.core.platform.db.selectFrom('service_amount').select('id').execute()).length;
    await lab.ann.call(researchCalls.begin, { id });
    const dead = lab.core.runJobs().catch(() => undefined);
    while (lab.asked('section') === 0) await Promise.race([dead, new Promise((resolve) => setImmediate(resolve))]);
    await lab.core.platform.db.updateTable('run').set({ lease_until: 0 }).where('subject_id', '=', id).execute();
    lab.core.parts.pass(120_000);
    await lab.core.runJob('run-resume');
    await lab.core.runJobs();
    expect(await lab.research(id)).toMatchObject({ stage: 'DONE' });
    expect(lab.fetched().sort()).toEqual(['tower.example/a', 'tower.example/gone']);
    expect([lab.asked('findings'), lab.searches.queries.length]).toEqual([2, 2]);
    // the call that died counts once, with the one that answered
    const amounts = await lab.core.platform.db.selectFrom('service_amount').select('id').execute();
    expect(amounts.length - before).toBe(lab.models.requests.length - 1);
  });

  describe('that is stopped', () => {
    /** Begins the work, and stops it when the model is asked for the findings of the second question. */
    const stopAtSecond = async (id: string): Promise<void> => {
      let asked: () => void = () => undefined;
      const isAsked = new Promise<void>((resolve) => (asked = resolve));
      let times = 0;
      lab.script({
        findings: () => {
          if ((times += 1) > 1) {
            asked();
            return { hang: true };
          }
          return { findings: [{ claim: 'It is 333 metres high.', quote: 'tower is 333 metres high', source: 1 }] };
        },
      });
      await lab.ann.call(researchCalls.begin, { id });
      const jobs = lab.core.runJobs();
      await isAsked;
      await lab.ann.call(researchCalls.cancel, { id });
      await jobs;
    };

    it('keeps what it has found as a partial report, and goes on from there', async () => {
      const id = await lab.planned();
      await stopAtSecond(id);
      expect(await lab.research(id)).toMatchObject({ stage: 'PARTIAL', error: '' });
      const partial = await lab.report(id);
      expect(partial).toMatchObject({
        isComplete: false,
        // of the second question, nothing was noted yet: its sources are quoted
        sections: [
          { paragraphs: [[{ text: 'It is 333 metres high.', learnings: [1] }]] },
          { title: 'When was the tower opened?' },
        ],
      });
      const texts = partial.sources.map(({ text }) => text).join('\n');
      for (const { text } of partial.sections[1]!.paragraphs.flat()) expect(texts).toContain(text);
      expect(partial.limits.map(({ kind }) => kind)).toContain('stopped');
      lab.script({});
      lab.forget();
      await lab.ann.call(researchCalls.retry, { id });
      await lab.core.runJobs();
      expect(await lab.research(id)).toMatchObject({ stage: 'DONE' });
      expect((await lab.report(id)).isComplete).toBe(true);
      expect([lab.fetched(), lab.asked('findings')]).toEqual([[], 1]);
    });

    it('keeps passages as a dossier where nothing was noted yet, and nothing where nothing was found', async () => {
      lab.passages = [NOTE, passage('n2', 'The tower is 333 metres high, says another.')];
      const id = await lab.planned();
      lab.script({ findings: () => ({ status: 401 }) });
      await lab.work(id);
      expect(await lab.report(id)).toMatchObject({ mode: 'extractive', isComplete: false });
      const unbegun = await lab.planned();
      await lab.ann.call(researchCalls.cancel, { id: unbegun });
      expect(await lab.research(unbegun)).toMatchObject({ stage: 'CANCELLED' });
      const waiting = await lab.planned();
      await lab.ann.call(researchCalls.begin, { id: waiting });
      await lab.ann.call(researchCalls.cancel, { id: waiting });
      expect(await lab.research(waiting)).toMatchObject({ stage: 'CANCELLED' });
      expect(await lab.core.services.runs.last('c1', WORK_RUN, waiting)).toMatchObject({ state: 'CANCELED' });
    });
  });

  describe('that fails for good', () => {
    it.each([
      ['findings', 'PROVIDER_KEY_REFUSED'],
      ['section', 'DEEP_RESEARCH_REPORT_ERROR'],
      ['verdicts', 'DEEP_RESEARCH_REPORT_ERROR'],
    ] as const)('when the model is asked for %s is partial with %s, and its cause', async (asking, error) => {
      lab.passages = [NOTE, passage('n2', 'The tower is 333 metres high, says another.')];
      const id = await lab.planned();
      lab.script({ [asking]: () => ({ status: 401 }) });
      await lab.work(id);
      expect(await lab.research(id)).toMatchObject({ stage: 'PARTIAL', error });
      const { learnings, limits } = await lab.report(id);
      expect(learnings.length).toBeGreaterThan(0);
      expect(limits).toContainEqual({ kind: 'stopped', title: '', url: '', error: 'PROVIDER_KEY_REFUSED', count: 0 });
      expect(await lab.notices()).toContain('researchReady');
    });

    it('keeps the findings of the other sources where one is withdrawn while they are kept', async () => {
      lab.passages = [NOTE, passage('n2', 'Sealed-9: the tower is 333 metres high.')];
      const id = await lab.planned();
      let isFailing = false;
      lab.script({
        findings: () => ({
          findings: [
            { claim: 'It is high, as Sealed-9 says.', quote: 'tower is 333 metres high', source: 1 },
            { claim: 'Sealed-9 says so.', quote: 'Sealed-9', source: 2 },
          ],
        }),
        gaps: () => ({ questions: ['Who wrote Sealed-9?'] }),
        section: () => {
          isFailing = true;
          return { status: 401 };
        },
      });
      const { retrieval } = lab.core.services;
      const { visible } = retrieval;
      let asked = 0;
      retrieval.visible = (actor, documents) => {
        // it is still seen when the passages are gathered again, and then no longer
        if (isFailing && (asked += 1) === 3) lab.lost.add('n2');
        return visible.call(retrieval, actor, documents);
      };
      try {
        await lab.work(id);
      } finally {
        retrieval.visible = visible;
      }
      expect(asked).toBeGreaterThan(3);
      const research = await lab.research(id);
      expect(research).toMatchObject({ stage: 'PARTIAL', error: 'DEEP_RESEARCH_REPORT_ERROR' });
      expect(JSON.stringify(research)).not.toContain('Sealed-9');
      expect(research.steps.map(({ kind }) => kind)).toContain('gaps');
      const report = await lab.report(id);
      expect(JSON.stringify(report)).not.toMatch(/Sealed-9|"n2"/);
      expect(report.learnings.map(({ quote }) => quote)).toContain('tower is 333 metres high');
    });
  });

  describe('whose person leaves the organization', () => {
    /** As the organization does it: threads pass to the heir, then runs end. */
    const leave = () =>
      lab.core.sync.store.write('c1', async (tx) => {
        await transferThreads(tx, { userId: 'ann' }, 'ben');
        await lab.core.services.runs.ownerLeft('c1', 'ann', 'ben');
        await lab.core.sync.setCompanyMember(tx, 'ann', false);
      });

    it.each(['while it is worked on', 'while it waits for another attempt'])(
      '%s is partial for the heir, with what the web has given',
      async (when) => {
        const isWaiting = when !== 'while it is worked on';
        const id = await lab.planned();
        let reached: () => void = () => undefined;
        const isReached = new Promise<void>((resolve) => (reached = resolve));
        lab.script({ section: () => (reached(), isWaiting ? { status: 503 } : { hang: true }) });
        await lab.ann.call(researchCalls.begin, { id });
        const jobs = lab.core.runJobs({ afterMs: 0 });
        await isReached;
        if (isWaiting) await jobs;
        try {
          await leave();
          await jobs;
          const [ben] = lab.core.people('ben');
          expect(await ben.sees('researches', id)).toMatchObject({ stage: 'PARTIAL' });
          const report = (await ben.sees('reports', reportId(id)))!;
          expect([...new Set(report.sources.map(({ kind }) => kind))]).toEqual(['web']);
          expect(report.learnings.length).toBeGreaterThan(0);
          expect(JSON.stringify(report)).not.toContain('A note');
          expect(await lab.core.services.runs.last('c1', WORK_RUN, id)).toMatchObject({ state: 'CANCELED' });
          lab.forget();
          await lab.core.runJobs();
          expect([lab.models.requests, lab.fetched()]).toEqual([[], []]);
        } finally {
          await lab.core.sync.store.write('c1', (tx) => lab.core.sync.setCompanyMember(tx, 'ann', true));
        }
      },
    );
  });

  it.each(['gaps', 'section', 'verdicts'] as const)(
    'leaves out a source that is withdrawn when the model is asked for %s',
    async (asking) => {
      const sealed = passage('n9', 'The tower is 333 metres high, says Sealed-9. It was opened in 1958, too.');
      lab.passages = [NOTE, sealed];
      const withdraw = (): void => void lab.lost.add('n9');
      lab.script({
        findings: () => ({
          findings: [
            { claim: 'The tower is 333 metres high.', quote: 'tower is 333 metres high', source: 1 },
            { claim: 'The tower is high, says Sealed-9.', quote: 'metres high, says Sealed-9', source: 2 },
          ],
        }),
        ...(asking === 'gaps' ? { gaps: () => (withdraw(), { questions: [] }) } : {}),
        section: (prompt) => {
          if (asking === 'section') withdraw();
          const sentences = findingsIn(prompt).map((n) => ({ text: `So says finding ${n}.`, findings: [n] }));
          return { paragraphs: [prompt.includes('Sealed-9') ? [...sentences, ...sentences] : sentences] };
        },
        ...(asking === 'verdicts' ? { verdicts: () => (withdraw(), { verdicts: [] }) } : {}),
      });
      const id = await lab.planned();
      await lab.work(id);
      const last = await lab.report(id);
      expect(JSON.stringify(last)).not.toMatch(/Sealed-9|"n9"/);
      // nothing that was written beside it stays
      expect(last.sections.map(({ paragraphs }) => paragraphs.flat().length)).toEqual([1]);
      expect(last.limits).toContainEqual({ kind: 'withdrawn', title: '', url: '', error: '', count: 1 });
      if (asking === 'gaps')
        expect([...lab.prompts('section'), ...lab.prompts('contradictions')].join('\n')).not.toContain('Sealed-9');
    },
  );
});
