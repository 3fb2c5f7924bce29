/**
 * Queries in five languages for notes among some two hundred: labelled queries with typing errors, variants, function
 * words and dates, and queries that no note answers. The limits hold for each set separately:
 *
 *   in sight   failing queries for which the rules of search were written
 *   held out   every third of the first queries, not looked at before the rules were fixed
 *   later      written after the rules; a few of them led to corrections
 *   blind      written last, run once; nothing was changed for them
 */
import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, figuresOf, isHeldOut, readerOf, searchSet, type Outcome } from '../support/search-set';

const LANGUAGES = ['en', 'ja', 'ko', 'zh_hans', 'zh_hant'] as const;
const PARTS = ['in sight', 'held out', 'later', 'blind'] as const;
type Part = (typeof PARTS)[number];

const described = (outcomes: readonly Outcome[]): string[] =>
  outcomes.map(
    ({ text, wanted, rank, found, closest }) =>
      `${text} -> ${wanted ?? 'nothing'}: ${rank > 0 ? `rank ${rank}` : 'not found'} (${found.slice(0, 3).join(', ')}${closest ? ', closest' : ''})`,
  );

describe('questions of five languages', () => {
  const outcomes: Record<Part, Outcome[]> = { 'in sight': [], 'held out': [], later: [], blind: [] };
  const of: Record<string, Outcome[]> = {};

  beforeAll(async () => {
    for (const language of LANGUAGES) {
      const { notes, questions } = searchSet(language);
      const { reader, database } = await readerOf(`questions-${language}`, notes);
      const all: Outcome[] = [];
      for (const [at, question] of questions.entries()) {
        const outcome = await ask(reader, question);
        outcomes[isHeldOut(at) ? 'held out' : 'in sight'].push(outcome);
        all.push(outcome);
      }
      for (const part of ['later', 'blind'] as const) {
        for (const question of searchSet(language, `${language}-${part}`).questions) {
          const outcome = await ask(reader, question);
          outcomes[part].push(outcome);
          all.push(outcome);
        }
      }
      of[language] = all;
      database.close();
    }
  });

  it.each(LANGUAGES)('%s: nine of ten find the intended note first', (language) => {
    const figures = figuresOf(of[language]!);
    expect(figures.questions).toBeGreaterThanOrEqual(60);
    expect(
      figures.first / figures.questions,
      described(of[language]!.filter(({ wanted, rank }) => wanted !== null && rank !== 1)).join('\n'),
    ).toBeGreaterThanOrEqual(0.9);
  });

  it.each(PARTS)(
    '%s: nine of ten find their note first, 3 % find nothing, and 5 % of nonsense has closest matches',
    (part) => {
      const figures = figuresOf(outcomes[part]);
      expect(
        figures.first / figures.questions,
        described(outcomes[part].filter(({ wanted, rank }) => wanted !== null && rank !== 1)).join('\n'),
      ).toBeGreaterThanOrEqual(0.9);
      expect(
        figures.empty / figures.questions,
        described(outcomes[part].filter(({ wanted, found }) => wanted !== null && found.length === 0)).join('\n'),
      ).toBeLessThanOrEqual(0.03);
      expect(
        figures.answered / figures.nonsense,
        described(outcomes[part].filter(({ wanted, found }) => wanted === null && found.length > 0)).join('\n'),
      ).toBeLessThanOrEqual(0.05);
      expect(figures.answeredSurely).toBe(0);
    },
  );
});
