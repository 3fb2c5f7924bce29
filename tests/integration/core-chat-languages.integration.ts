/**
 * A question in each language over texts in all of them, with the product's retrieval: with a scripted model, and
 * without one. What the browser adds is tested once, in tests/e2e/chat.spec.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatCalls } from '../../server/core/chat/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { SearchFollower } from '../../server/core/search/follower';
import type { Language } from '../../sync/model/languages';
import { openCore, type Core, type Person } from '../support/core';
import { startModelServer, type ModelServer } from '../support/model-server';
import { providerRegistry } from '../support/provider-registry';

interface Case {
  language: Language;
  /** as rules name it to the model */
  name: string;
  note: { title: string; content: string };
  question: string;
  /** words of the note that answer it */
  fact: string;
  /** what the model states with that fact, and what it adds without a source */
  claim: string;
  unsupported: string;
  /** a question that nothing answers */
  unanswered: string;
}

const CASES: readonly Case[] = [
  {
    language: 'en',
    name: 'English',
    note: {
      title: 'Autumn harbour fair',
      content: 'The booth is built on 14 September. Wendy carries the lamps to the harbour.',
    },
    question: 'When is the booth built?',
    fact: 'The booth is built on 14 September.',
    claim: 'They build it on 14 September.',
    unsupported: 'Nobody ever likes to carry lamps.',
    unanswered: 'How many elephants live in the zoo?',
  },
  {
    language: 'ja',
    name: 'Japanese',
    note: {
      title: '秋の展示会の準備',
      content: '照明の搬入は九月十二日です。担当は高橋さんで、倉庫の鍵を預かっています。',
    },
    question: '照明の搬入はいつですか？',
    fact: '照明の搬入は九月十二日です。',
    claim: '搬入日は九月十二日に決まっています。',
    unsupported: '搬入の当日はおそらく雨が降るでしょう。',
    unanswered: '動物園の象は何頭いますか？',
  },
  {
    language: 'zh_hans',
    name: 'Simplified Chinese',
    note: {
      title: '秋季展会的筹备',
      content: '样品运输由顺达公司负责，费用是八千元。布展人员周五到达。',
    },
    question: '样品运输的费用是多少？',
    fact: '样品运输由顺达公司负责，费用是八千元。',
    claim: '运输样品需要支付八千元。',
    unsupported: '明年的费用大概还会继续上涨。',
    unanswered: '动物园里有几头大象？',
  },
];

describe('questions in three languages', () => {
  let core: Core;
  let models: ModelServer;
  let ann: Person;
  let hasModel = true;

  beforeAll(async () => {
    models = await startModelServer();
    core = await openCore('pglite');
    const registry = providerRegistry(core.platform, { CHAT_API_URL: models.url, CHAT_MODEL: 'scripted' });
    core.services.ai.chat = (companyId) => (hasModel ? registry.chat(companyId) : Promise.resolve(null));
    [ann] = core.people('ann');
    const { id: projectId } = await ann.call(projectCalls.create, { title: 'Fair' });
    for (const { note } of CASES) await ann.call(noteCalls.save, { projectId, ...note });
    await new SearchFollower(core.platform).follow('c1', new AbortController().signal);
  });
  afterAll(async () => {
    await core.close();
    await models.close();
  });

  /** Asks through the call of home, which finds the language out; the whole chat with its answer. */
  const answerTo = async (query: string) => {
    const { chatId } = await ann.call(chatCalls.createHome, { query, mode: 'search' });
    await core.runJobs();
    const { questions } = await ann.call(chatCalls.get, { id: chatId });
    return questions[0]!;
  };

  it.each(CASES)('in $language: a model answers, cited to the words of the note', async (each) => {
    hasModel = true;
    models.setScript(({ body }) => {
      const prompt = body.messages!.at(-1)!.content!;
      const sources = prompt.matchAll(/BEGIN source (\d+)\n([\s\S]*?)\n\S+ END/g);
      const no = [...sources].find(([, , text]) => text!.includes(each.fact))?.[1];
      return {
        text: `${each.claim}[[${no}: "${each.fact.slice(0, -1)}"]] ${each.claim}[[${no}: "x${each.fact}"]] ${each.unsupported}`,
      };
    });
    const asked = await answerTo(each.question);
    expect(asked).toMatchObject({ language: each.language, state: 'SUCCEEDED' });
    expect(models.requests).toHaveLength(1);
    expect(models.requests[0]!.body.messages![0]!.content).toContain(`Answer in ${each.name}`);
    const { text, citations, sources, mode } = asked.answer!;
    expect(mode).toBe('model');
    const parts = text.split(each.claim).map((part) => part.trim());
    expect(parts).toHaveLength(3);
    // the quote that stands in no source is dropped, so its sentence is one without support
    expect(parts.slice(0, 2)).toEqual(['', '[^1]']);
    expect(parts[2]!.replace(/\s/g, '')).toBe(`[^?]${each.unsupported}[^?]`.replace(/\s/g, ''));
    expect(citations.map(({ quote }) => quote)).toEqual([each.fact.slice(0, -1)]);
    const cited = sources.find(({ no }) => no === citations[0]!.source)!;
    expect(cited).toMatchObject({ kind: 'notes', title: each.note.title });
  });

  it.each(CASES)('in $language: without a model the note is quoted, and nothing is invented', async (each) => {
    hasModel = false;
    models.setScript([]);
    const asked = await answerTo(each.question);
    expect(asked).toMatchObject({ language: each.language, state: 'SUCCEEDED', answer: { mode: 'extractive' } });
    const { citations, sources } = asked.answer!;
    expect(citations[0]!.quote).toContain(each.fact.slice(0, -1));
    for (const { quote, source } of citations) expect(sources.find(({ no }) => no === source)!.text).toContain(quote);
    const none = await answerTo(each.unanswered);
    expect(none).toMatchObject({ state: 'SUCCEEDED', answer: { mode: 'extractive', citations: [] } });
    expect(models.requests).toHaveLength(0);
  });
});
