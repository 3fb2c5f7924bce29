import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../sync/model/languages';
import { contentTerms } from '../../sync/meeting/transcript-index';
import { DEMO_PROJECTS } from './seed';

it.each([
  './content/japanese',
  './content/simplified-chinese',
  './content/traditional-chinese',
  '../core/chat/demo/chats',
  '../core/research/demo/researches',
  '../core/agents/demo/agents',
  '../core/agents/demo/chats',
])('the demo is written with full-width punctuation: %s', (file) => {
  const text = readFileSync(new URL(`${file}.ts`, import.meta.url), 'utf8');
  expect(
    text.match(/.{0,10}(?:[\u3040-\u30ff\u3400-\u9fff][,:;!?()]|[,:;!?()][\u3040-\u30ff\u3400-\u9fff]).{0,10}/g) ?? [],
  ).toEqual([]);
});

it('every moment of the demo’s summaries names a line that shares words with its sentence', () => {
  const lines: readonly string[] = (
    JSON.parse(readFileSync(new URL('../core/meetings/demo/assets/launch-meeting.json', import.meta.url), 'utf8')) as {
      segments: { text: string }[];
    }
  ).segments.map(({ text }) => text);
  const wrong = DEMO_PROJECTS.flatMap(({ meetings }) => meetings).flatMap(({ summary, transcript }) => {
    const said = transcript?.map(([, text]) => text) ?? lines;
    const sentences = (summary?.markdown ?? '')
      .split('\n')
      .flatMap((line) => [...line.matchAll(/([^{}]+)((?:\{\d+\})+)/g)])
      .map(([, words, marks]) => ({ words: words!, lines: [...marks!.matchAll(/\d+/g)].map(Number) }));
    return [...sentences, ...(summary?.items ?? []).map(({ text, lines: of }) => ({ words: text, lines: of }))].filter(
      (each) => {
        const has = contentTerms(each.lines.map((line) => said[line - 1] ?? '').join('\n'));
        return ![...contentTerms(each.words)].some((term) => has.has(term));
      },
    );
  });
  expect(wrong).toEqual([]);
});

it('shows an agenda in each language', () => {
  const planned = DEMO_PROJECTS.flatMap(({ meetings }) => meetings).filter(({ agenda }) => agenda?.length);
  expect(new Set(planned.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
});
