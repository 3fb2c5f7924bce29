import { expect, it } from 'vitest';
import { passage } from '../../../tests/support/chat-core';
import { FIRST_BUDGET } from '../../../sync/model/kinds/researches';
import { estimateTokens } from '../../ai/tokens';
import type { ChatProvider, ChatRequest } from '../../ai/chat/provider';
import { Claims } from './claims';
import { Steps } from './steps';
import type { Timeline } from './timeline';
import type { ResearchWork } from './work';
import { verifySection } from './write';

const CONTEXT_TOKENS = 2000;
const SENTENCES = 60;

/** A model that supports every sentence but those with `wrong`. */
function modelOf(contextTokens: number) {
  const asked: { sentences: number; tokens: number }[] = [];
  const chat: ChatProvider = {
    ...{ name: 'scripted', model: 'scripted', contextTokens, price: { input: 0, output: 0 } },
    async *stream({ messages, maxTokens = 0 }: ChatRequest) {
      const text = messages.map(({ content }) => content).join('\n');
      const numbered = [...text.matchAll(/^sentence (\d+): (.*)$/gm)];
      const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) + maxTokens;
      asked.push({ sentences: numbered.length, tokens });
      const verdicts = numbered.map(([, n, words]) => ({
        sentence: Number(n),
        verdict: words!.includes('wrong') ? 'unsupported' : 'supported',
      }));
      await Promise.resolve();
      const by = { provider: 'scripted', model: 'scripted', price: { input: 0, output: 0 } };
      yield { type: 'start', ...by } as never;
      yield { type: 'text', text: JSON.stringify({ verdicts }) } as never;
      yield { type: 'done', finish: 'stop', usage: { input: 1, output: 1, isEstimated: false } } as never;
    },
  } as never;
  return { asked, chat };
}

function workOf(chat: ChatProvider | null, outputs: Map<string, unknown>): ResearchWork {
  const key = (id: string, input: unknown): string => JSON.stringify([id, input]);
  const context = {
    step: async <T>(id: string, input: unknown, work: () => Promise<T>): Promise<T> => {
      const output = await work();
      outputs.set(key(id, input), structuredClone(output));
      return output;
    },
    progress: () => Promise.resolve(),
    signal: new AbortController().signal,
  };
  const steps = new Steps({
    budget: { ...FIRST_BUDGET },
    price: 0,
    stored: {
      has: (id) => [...outputs.keys()].some((each) => each.startsWith(`["${id}"`)),
      get: (id, input) => outputs.get(key(id, input)) as never,
    },
    elapsed: () => 0,
    live: chat && { context, timeline: { note: () => Promise.resolve() } as unknown as Timeline },
  });
  const reservation = { settle: () => Promise.resolve(), giveBack: () => Promise.resolve() };
  const amounts = { nextCallId: () => Promise.resolve('call'), reserve: () => Promise.resolve(reservation) };
  return { core: { amounts }, steps, chat, limits: [], signal: context.signal } as unknown as ResearchWork;
}

const section = (long = '') => {
  const texts = Array.from({ length: SENTENCES }, (_, n) => `Tower ${n} is ${n % 10 === 3 ? 'wrong' : 'high'}.`);
  if (long) texts[5] = long;
  const claims = new Claims(
    texts.map((text, n) => ({
      ...{ n: n + 1, question: 0, claim: text, quote: `The tower with the number ${n} was measured by its owner.` },
      passage: passage(`n${n}`, text),
    })),
  );
  const paragraphs = [texts.map((text, n) => ({ text, learnings: [n + 1], check: '' as const }))];
  return { claims, section: { title: 'Towers', paragraphs } };
};
const checksOf = (paragraphs: Awaited<ReturnType<typeof verifySection>>) =>
  paragraphs.flat().map(({ text, check }) => [text, check]);

it('verifies the sentences of a section in parts that fit into the context of the model, and a replay reads them', async () => {
  const { asked, chat } = modelOf(CONTEXT_TOKENS);
  const outputs = new Map<string, unknown>();
  const work = workOf(chat, outputs);
  const { section: written, claims } = section();
  const verified = checksOf(await verifySection(work, written, 0, claims));
  expect(verified).toHaveLength(SENTENCES - 6);
  expect(verified.filter(([text, check]) => check !== '' || text!.includes('wrong'))).toEqual([]);
  expect(work.limits.map(({ kind }) => kind)).toEqual(['sentences']);
  expect(asked.length).toBeGreaterThan(1);
  expect(Math.max(...asked.map(({ tokens }) => tokens))).toBeLessThanOrEqual(CONTEXT_TOKENS);
  expect(asked.reduce((sum, { sentences }) => sum + sentences, 0)).toBe(SENTENCES);

  const replay = workOf(null, outputs);
  expect(checksOf(await verifySection(replay, section().section, 0, claims))).toEqual(verified);
});

it('marks a sentence that is too long for the context, and says that it was not verified', async () => {
  const { chat } = modelOf(CONTEXT_TOKENS);
  const work = workOf(chat, new Map());
  const long = `Tower 5 is ${'very '.repeat(3000)}high.`;
  const { section: written, claims } = section(long);
  const verified = checksOf(await verifySection(work, written, 0, claims));
  expect(verified.filter(([, check]) => check === 'unsure').map(([text]) => text)).toEqual([long]);
  expect(work.limits.map(({ kind }) => kind)).toEqual(['unverified', 'sentences']);
});
