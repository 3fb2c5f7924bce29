import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../sync/model/languages';
import { passageOf } from '../../../tests/support/passages';
import type { Passage } from './interface';
import { overviewQuotes, wantedOf } from './overview';

const passage = (text: string, more: Partial<Passage> = {}): Passage =>
  passageOf(text, { title: 'Harbour plan', ...more });
const quotes = (question: string, ...passages: Passage[]): string[] =>
  overviewQuotes(question, ['Harbour plan'], passages).map(({ quote }) => quote);

interface Suggestions {
  suggest: Record<'meeting' | 'note' | 'project' | 'file', string>;
}

describe('a request about documents as a whole', () => {
  it.each(LANGUAGES)('%s: is recognised in each suggested question', (language) => {
    const { suggest } = JSON.parse(readFileSync(`locales/${language}/ask.json`, 'utf8')) as Suggestions;
    const title = '量産試作の計画 2026';
    const of = (id: keyof Suggestions['suggest']) => wantedOf(suggest[id].replace('{{title}}', title), [title]);
    expect([of('meeting'), of('note'), of('project'), of('file')]).toEqual(['decisions', 'lead', 'open', 'lead']);
  });

  it.each([
    'When does the lease end?',
    'What was decided about the lease in Harbour plan?',
    'Summarize the costs of the pump in Harbour plan',
    '「Harbour plan」でポンプについて決まったことは？',
    '‘Harbour plan’에서 임대료는 어떻게 결정됐나요?',
    '“Harbour plan”中关于租金做出了哪些决定？',
  ])('%s: has a subject of its own', (question) => {
    expect(wantedOf(question, ['Harbour plan'])).toBeNull();
  });

  it('is nothing where no document is named', () => {
    expect(wantedOf('Summarize', [])).toBeNull();
  });

  it('gets the first sentences of the passages, from the beginning of the document', () => {
    const later = passage('Costs\nThe pump costs 900 pounds. It is paid in May.', { start: 400 });
    const first = passage('Harbour plan\nWe move the office to the harbour. It is bigger.', { start: 0 });
    expect(quotes('Summarize “Harbour plan”', later, first)).toEqual([
      'We move the office to the harbour.',
      'It is bigger.',
      'The pump costs 900 pounds.',
    ]);
  });

  it('gets what was decided, not what is undecided, and what is open', () => {
    const text = passage(
      'We agreed to rent the hall. The price is not decided. The colour is to be decided.\n[ ] Ask the owner for keys\n[x] Call the bank today',
    );
    expect(quotes('What was decided in “Harbour plan”?', text)).toEqual(['We agreed to rent the hall.']);
    expect(quotes('What are the open points in “Harbour plan”?', text)).toEqual([
      'The price is not decided.',
      'The colour is to be decided.',
      'Ask the owner for keys',
    ]);
    expect(quotes('What was decided in “Harbour plan”?', passage('The weather was fine that day.'))).toEqual([]);
  });
});
