/** Deep research whose search, pages or time fail it: it goes on with what there is, and says what is missing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { researchCalls } from '../../server/core/research/contract';
import { passage } from '../support/chat-core';
import { describeOnDatabase } from '../support/database';
import { findingsIn, type Answers, type Asking } from '../support/research-answers';
import { NOTE, useResearchCore } from '../support/research-core';
import { page, type Answer } from '../support/websites';

const QUESTIONS = ['How high is the tower?', 'When was the tower opened?'];
const OTHER = passage('n2', 'The tower is 333 metres high, says another. It was opened in 1958, too.');
const MINUTE_MS = 60_000;

describeOnDatabase('a deep research on a bad day', (engine) => {
  const lab = useResearchCore(engine);
  const { research, report } = lab;

  const limitsOf = async (id: string) =>
    (await report(id)).limits.map(({ kind, title, url, error }) => [kind, url || title, error]);
  const worked = async (title?: string): Promise<string> => {
    const id = await lab.planned(title);
    await lab.work(id);
    return id;
  };

  describe('whose search provider', () => {
    it.each([
      ['answers 403', { status: 403 }],
      ['answers 500', { status: 500 }],
      ['answers with a page of its own', { raw: '<html>Please log in</html>' }],
    ])('%s has a report of own sources, which names the failed searches', async (_, answer) => {
      lab.passages = [NOTE, OTHER];
      lab.searches.setScript(() => answer);
      const uses = await lab.uses('websearch.call');
      const id = await worked();
      expect(await research(id)).toMatchObject({ stage: 'DONE', error: '' });
      expect(await limitsOf(id)).toEqual(QUESTIONS.map((title) => ['source', title, 'DEEP_RESEARCH_SERP_ERROR']));
      const steps = (await research(id)).steps.filter(({ kind }) => kind === 'serp');
      expect(steps.map(({ state, error }) => [state, error])).toEqual(
        QUESTIONS.map(() => ['failed', 'DEEP_RESEARCH_SERP_ERROR']),
      );
      expect((await report(id)).sources.map((source) => source.id).sort()).toEqual(['n1', 'n2']);
      // what was not searched is not counted
      expect([lab.fetched(), await lab.uses('websearch.call')]).toEqual([[], uses]);
    });

    it('finds nothing has a report of own sources; without any it is partial, and asks the model for no report', async () => {
      lab.passages = [NOTE, OTHER];
      lab.searches.setScript(() => []);
      const id = await worked();
      expect(await research(id)).toMatchObject({ stage: 'DONE' });
      expect(await limitsOf(id)).toEqual([]);
      lab.passages = [];
      lab.forget();
      const empty = await worked();
      expect(await research(empty)).toMatchObject({ stage: 'PARTIAL', error: '' });
      expect(await report(empty)).toMatchObject({ sections: [], learnings: [], sources: [], isComplete: false });
      expect(await limitsOf(empty)).toEqual([...QUESTIONS.map((title) => ['question', title, '']), ['few', '', '']]);
      expect([lab.asked('findings'), lab.asked('section'), lab.asked('verdicts')]).toEqual([0, 0, 0]);
    });

    it('gives spam reads public pages only, each once, and cites none of the spam', async () => {
      lab.passages = [NOTE];
      const spam = Array.from({ length: 40 }, (_, n) => `http://casino.example/${n}`);
      lab.websites.host('casino.example', () => page('Tower', 'Win big! Roulette, poker, free spins for everybody.'));
      lab.searches.setScript(() =>
        [
          'javascript:alert(1)',
          'data:text/html,tower',
          'file:///etc/passwd',
          'ftp://tower.example/a',
          'http://someone:word@tower.example/a',
          'no address',
          '',
          'http://intranet.example/tower',
          'http://127.0.0.1/tower',
          'http://169.254.169.254/latest/meta-data',
          'http://[::1]/tower',
          'http://tower.example/a',
          'http://tower.example/a#again',
          ...spam,
        ].map((url) => ({ url, title: 'Tower '.repeat(500), snippet: 'Tower! '.repeat(5000) })),
      );
      const id = await worked('How high is the tower?');
      expect(await research(id)).toMatchObject({ stage: 'DONE' });
      const hosts = new Set(lab.websites.requests.map((address) => address.split('/')[0]));
      expect([...hosts].sort()).toEqual(['casino.example', 'tower.example']);
      expect(lab.fetched()).toHaveLength(new Set(lab.fetched()).size);
      expect(lab.fetched().length).toBeLessThanOrEqual((await research(id)).budget.sources);
      const written = await report(id);
      expect(new Set(written.sources.map(({ url, id: own }) => own || url))).toEqual(
        new Set(['n1', 'http://tower.example/a']),
      );
      expect(JSON.stringify([written.learnings, written.sections])).not.toMatch(/casino|roulette/i);
    });
  });

  describe('whose pages cannot be read', () => {
    const PAGES = ['gone', 'broken', 'loop', 'picture', 'empty'].map((name) => `http://tower.example/${name}`);
    const ALL = [...PAGES, 'http://nowhere.example/tower'];

    const failAll = (): void => {
      lab.searches.setScript(() => ALL.map((url) => ({ title: url, url, snippet: '' })));
      lab.websites.host('tower.example', (path): Answer | null => {
        if (path === '/broken') return { status: 500, body: 'no' };
        if (path === '/loop') return { status: 302, headers: { location: '/loop' } };
        if (path === '/picture') return { headers: { 'content-type': 'image/png' }, body: 'no page' };
        return path === '/empty' ? page('', '') : null;
      });
    };

    it('has a report of own sources, and names each page with the reason', async () => {
      failAll();
      lab.passages = [NOTE, OTHER];
      const id = await worked();
      expect(await research(id)).toMatchObject({ stage: 'DONE' });
      const limits = await limitsOf(id);
      expect(limits.map(([kind, url]) => [kind, url])).toEqual(ALL.map((url) => ['source', url]));
      for (const [, , error] of limits) expect(error).toMatch(/^[A-Z_]+$/);
      expect((await report(id)).sources.map(({ kind }) => kind)).toEqual(['notes', 'notes']);
    });

    it('and who has no sources of their own gets a partial report without a sentence', async () => {
      failAll();
      lab.passages = [];
      const id = await worked();
      expect(await research(id)).toMatchObject({ stage: 'PARTIAL' });
      expect(await report(id)).toMatchObject({ sections: [], sources: [], isComplete: false });
      expect((await limitsOf(id)).filter(([kind]) => kind === 'source')).toHaveLength(ALL.length);
      expect(await lab.notices()).toContain('researchReady');
    });
  });

  describe('whose minutes are over', () => {
    const begun = async (): Promise<string> => {
      const id = await lab.planned();
      await lab.ann.call(researchCalls.savePlan, { id, budget: { sources: 20, minutes: 1, tokens: 100_000 } });
      await lab.ann.call(researchCalls.begin, { id });
      return id;
    };

    it.each([
      ['while sources are read', 'findings'],
      ['while the report is written', 'section'],
      ['while it is verified', 'verdicts'],
    ] as const)('%s is partial with what it has found, and says so', async (_, asking) => {
      const id = await begun();
      let isOver = false;
      const section = (prompt: string) => ({
        paragraphs: [[{ text: 'So it is said.', findings: findingsIn(prompt) }]],
      });
      lab.script({ section }, (asked) => {
        if (asked !== asking || isOver) return;
        isOver = true;
        lab.core.parts.pass(asking === 'findings' ? 0.8 * MINUTE_MS : 1.1 * MINUTE_MS);
      });
      await lab.core.runJobs();
      expect(isOver).toBe(true);
      expect(await research(id)).toMatchObject({ stage: 'PARTIAL', error: '' });
      const partial = await report(id);
      expect(partial.isComplete).toBe(false);
      // pages that were read for the first question are quoted for the second one
      expect(partial.sections.map(({ title }) => title)).toEqual(QUESTIONS);
      expect(lab.searches.queries.map(({ query }) => query)).toEqual(
        asking === 'findings' ? QUESTIONS.slice(0, 1) : QUESTIONS,
      );
      expect(partial.limits).toContainEqual({ kind: 'budget', title: '', url: '', error: 'minutes', count: 0 });
      const quotes = new Map(partial.learnings.map(({ n, quote }) => [n, quote]));
      for (const sentence of partial.sections.flatMap(({ paragraphs }) => paragraphs.flat())) {
        expect(sentence.text).toMatch(/\.$/);
        expect(sentence.learnings.every((n) => quotes.has(n))).toBe(true);
      }
      if (asking === 'section') {
        // what nothing has verified is marked
        expect(partial.limits.map(({ kind }) => kind)).toContain('unverified');
        expect(partial.sections[0]!.paragraphs.flat().map(({ check }) => check)).toEqual(['unsure']);
      }
      const { content } = await lab.ann.call(researchCalls.report, { id });
      expect(content).toContain('## Limits');
      expect(content).toContain('The budget was reached\\: time');
    });

    it('has not used up any while it waited in the queue, nor for a retry', async () => {
      const id = await begun();
      lab.core.parts.pass(30 * MINUTE_MS);
      lab.script({ section: () => ({ status: 401 }) });
      await lab.core.runJobs();
      expect(await research(id)).toMatchObject({ stage: 'PARTIAL', error: 'DEEP_RESEARCH_REPORT_ERROR' });
      expect((await research(id)).used.ms).toBeLessThan(MINUTE_MS);
      lab.script({});
      lab.core.parts.pass(30 * MINUTE_MS);
      await lab.ann.call(researchCalls.retry, { id });
      expect((await research(id)).used.ms).toBe(0);
      lab.core.parts.pass(30 * MINUTE_MS);
      await lab.core.runJobs();
      expect(await research(id)).toMatchObject({ stage: 'DONE', error: '' });
      expect((await research(id)).used.ms).toBeLessThan(MINUTE_MS);
    });
  });

  describe('whose sentences are not verified', () => {
    const HEIGHT = 'tower is 333 metres high';
    const CLAIMS = ['The tower is the pride of the city.', 'It was opened long ago.'];
    beforeEach(() => {
      lab.passages = [NOTE, OTHER];
      lab.searches.setScript(() => []);
    });
    const script = (answers: Answers = {}, whenAsked?: (asking: Asking) => void): void =>
      lab.script(
        {
          plan: () => ({ questions: [QUESTIONS[0]!] }),
          findings: () => ({
            findings: [
              { claim: CLAIMS[0], quote: HEIGHT, source: 1 },
              { claim: CLAIMS[1], quote: 'It was opened in 1958', source: 2 },
            ],
          }),
          ...answers,
        },
        whenAsked,
      );
    const invalid = () => ({ text: '{"not": "the schema"' });
    const sentences = async (id: string) =>
      (await report(id)).sections[0]!.paragraphs.flat().map(({ text, check }) => [text, check]);
    const kinds = async (id: string) => (await report(id)).limits.map(({ kind }) => kind);
    const UNVERIFIED = CLAIMS.map((claim) => [claim, 'unsure']);

    it('all of them being rejected, has the quotes as quotes, and no claim of the model', async () => {
      script({
        verdicts: () => ({ verdicts: [1, 2].map((sentence) => ({ sentence, verdict: 'unsupported' })) }),
      });
      const id = await worked();
      expect(await sentences(id)).toEqual([
        [HEIGHT, ''],
        ['It was opened in 1958', ''],
      ]);
      expect(await kinds(id)).toEqual(['sentences']);
      const { content } = await lab.ann.call(researchCalls.report, { id });
      expect(content).toContain(`“${HEIGHT}”`);
      expect(content).not.toMatch(/pride|long ago|Finding/);
    });

    it('has the claims verified where the answer for a section is invalid', async () => {
      script({
        section: invalid,
        verdicts: () => ({
          verdicts: [
            { sentence: 1, verdict: 'unsupported' },
            { sentence: 2, verdict: 'supported' },
          ],
        }),
      });
      const id = await worked();
      expect(await sentences(id)).toEqual([[CLAIMS[1], '']]);
      expect(lab.prompts('verdicts')[0]).toContain(`sentence 1: ${CLAIMS[0]}`);
    });

    it('has the claims marked where both answers are invalid', async () => {
      script({ section: invalid, verdicts: invalid });
      const id = await worked();
      expect(await sentences(id)).toEqual(UNVERIFIED);
      expect(await research(id)).toMatchObject({ stage: 'PARTIAL' });
      expect(await kinds(id)).toEqual(['unverified']);
    });

    it('has the claims marked where no budget is left to write and verify', async () => {
      script();
      const id = await lab.planned();
      await lab.ann.call(researchCalls.savePlan, { id, budget: { sources: 20, minutes: 1, tokens: 100_000 } });
      script({}, (asked) => {
        if (asked === 'contradictions') lab.core.parts.pass(1.1 * MINUTE_MS);
      });
      await lab.work(id);
      expect(lab.asked('section')).toBe(0);
      expect(await sentences(id)).toEqual(UNVERIFIED);
      expect(await kinds(id)).toEqual(['unverified', 'budget']);
    });

    it('has the claims marked where it fails before they were written', async () => {
      script({ section: () => ({ status: 401 }) });
      const id = await worked();
      expect(await research(id)).toMatchObject({ stage: 'PARTIAL' });
      expect(await sentences(id)).toEqual(UNVERIFIED);
      expect(await kinds(id)).toEqual(['unverified', 'stopped']);
    });

    it('has a quote in place of a claim whose number is elsewhere in the passage only', async () => {
      script({
        findings: () => ({
          findings: [{ claim: 'It was opened in 1958, 333 metres high.', quote: HEIGHT, source: 1 }],
        }),
        section: invalid,
      });
      const id = await worked();
      expect(await sentences(id)).toEqual([[HEIGHT, '']]);
      expect((await report(id)).learnings.map(({ claim }) => claim)).toEqual([HEIGHT]);
      // a quote needs no verification
      expect(lab.asked('verdicts')).toBe(0);
    });
  });

  it('writes a claim of two sources once, with both, and never one with another number', async () => {
    lab.passages = [
      NOTE,
      passage('n2', 'Everybody knows it: the tower is 333 metres high.'),
      passage('n3', 'The tower is 332 metres high, some say.'),
    ];
    lab.hasSearch = false;
    lab.script({
      plan: () => ({ questions: [QUESTIONS[0]!] }),
      findings: () => ({
        findings: [
          { claim: 'The tower is 333 metres high.', quote: 'tower is 333 metres high', source: 1 },
          { claim: 'the tower is 333 metres high', quote: 'the tower is 333 metres high', source: 2 },
          { claim: 'The tower is 332 metres high.', quote: 'tower is 332 metres high', source: 3 },
        ],
      }),
      section: () => ({
        paragraphs: [
          [{ text: 'The tower is 333 metres high.', findings: [1] }],
          [
            { text: 'Some say 332 metres.', findings: [3] },
            { text: 'Tower is 333 metres high!', findings: [1] },
          ],
        ],
      }),
    });
    const id = await worked();
    const written = await report(id);
    expect(written.sections[0]!.paragraphs).toEqual([
      [{ text: 'The tower is 333 metres high.', learnings: [1, 2], check: '' }],
      [{ text: 'Some say 332 metres.', learnings: [3], check: '' }],
    ]);
    expect(written.learnings.map(({ n, quote }) => [n, quote])).toEqual([
      [1, 'tower is 333 metres high'],
      [2, 'the tower is 333 metres high'],
      [3, 'tower is 332 metres high'],
    ]);
    // the model that writes gets the claim once, and the one that verifies gets both quotes
    expect(lab.prompts('section')[0]).not.toContain('finding 2');
    expect(lab.prompts('verdicts')[0]!.match(/quote: .*333 metres high/g)).toHaveLength(2);
  });

  it('has another of the same person beside it, and each ends by itself', async () => {
    const BRIDGE = 'Who painted the bridge?';
    lab.passages = [NOTE, passage('n2', 'The bridge was painted in May. Who painted the bridge is not known.')];
    const [tower, bridge] = [await lab.planned(), await lab.start(BRIDGE)];
    let asked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    lab.script({
      plan: (prompt) => ({ questions: prompt.includes(BRIDGE) ? [BRIDGE] : QUESTIONS }),
      findings: (prompt) => {
        if (prompt.includes(BRIDGE)) {
          asked();
          return { hang: true };
        }
        // of the note and the page
        return {
          findings: [1, 3].map((source) => ({
            claim: 'The tower is high.',
            quote: 'tower is 333 metres high',
            source,
          })),
        };
      },
    });
    await lab.ann.call(researchCalls.feedbacks, { id: bridge, feedback: '' });
    await lab.core.runJobs();
    for (const id of [bridge, tower]) await lab.ann.call(researchCalls.begin, { id });
    const uses = await lab.uses('deepresearch.call');
    const jobs = [lab.core.runJobs(), lab.core.runJobs()];
    await isAsked;
    // it is written while the other one is still under way
    await expect.poll(async () => (await research(tower)).stage).toBe('DONE');
    expect(await research(bridge)).toMatchObject({ stage: 'RESEARCHING', error: '' });
    await lab.ann.call(researchCalls.cancel, { id: bridge });
    await Promise.all(jobs);
    expect(await research(bridge)).toMatchObject({ stage: 'PARTIAL', error: '' });
    expect(await research(tower)).toMatchObject({ stage: 'DONE', error: '' });
    expect(JSON.stringify((await report(tower)).sections)).not.toContain('bridge');
    expect(JSON.stringify((await report(bridge)).sections.map(({ title }) => title))).toBe(JSON.stringify([BRIDGE]));
    // a stopped one with a report counts, and the other one too
    expect(await lab.uses('deepresearch.call')).toBe(uses);
  });
});
