/**
 * Questions over the demo company in five languages: passages found, beside plain BM25 over the same passages, and
 * answers without a model.
 */
import { eachTerm } from '../../sync/text/tokenise';
import {
  answerFigures,
  answerQuestions,
  ANSWER_LANGUAGES,
  hasAnswer,
  openDemoAnswers,
  type AnswerOutcome,
} from '../../tests/support/answer-set';
import type { Row } from '../support/row';

const FIRST = 5;
/** of all questions */
const WRONG_MAX = 0.02;
/** common parameters */
const K1 = 1.2;
const B = 0.75;

const countsOf = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  eachTerm(text, (term) => counts.set(term, (counts.get(term) ?? 0) + 1));
  return counts;
};
const lengthOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

/** Ranks passages for a question by BM25 over the tokens of both. */
function plainBm25(passages: readonly string[]): (question: string) => string[] {
  const all = passages.map((text) => ({ text, counts: countsOf(text) }));
  const average = all.reduce((sum, { counts }) => sum + lengthOf(counts), 0) / Math.max(1, all.length);
  return (question) => {
    const asked = [...countsOf(question).keys()].map((term) => {
      const n = all.filter(({ counts }) => counts.has(term)).length;
      return { term, rarity: Math.log(1 + (all.length - n + 0.5) / (n + 0.5)) };
    });
    return all
      .map(({ text, counts }) => ({
        text,
        score: asked.reduce((sum, { term, rarity }) => {
          const times = counts.get(term) ?? 0;
          return sum + (rarity * times * (K1 + 1)) / (times + K1 * (1 - B + (B * lengthOf(counts)) / average));
        }, 0),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, FIRST)
      .map(({ text }) => text);
  };
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

export const answers: Row = {
  name: 'answers',
  async run({ say }) {
    const demo = await openDemoAnswers('pglite');
    const outcomes: AnswerOutcome[] = [];
    let plain = 0;
    try {
      for (const language of ANSWER_LANGUAGES) {
        const rank = plainBm25(await demo.passages(language));
        for (const question of answerQuestions().filter((each) => each.language === language)) {
          outcomes.push(await demo.ask(question));
          if (question.wanted.length > 0 && rank(question.text).some((text) => hasAnswer(text, question.wanted)))
            plain += 1;
        }
        const own = answerFigures(outcomes.filter((outcome) => outcome.language === language));
        say(
          `${language}: ${Object.entries(own)
            .map(([verdict, n]) => `${verdict} ${n}`)
            .join(', ')}`,
        );
      }
    } finally {
      await demo.close();
    }
    const answerable = outcomes.filter(({ wanted }) => wanted.length > 0);
    const found = answerable.filter(({ rank }) => rank > 0 && rank <= FIRST).length;
    const figures = answerFigures(outcomes);
    const all = outcomes.length;
    return [
      {
        measured: `passages for ${answerable.length} questions in five languages, one of the first five answers (hit@5)`,
        goal: 'above plain BM25',
        satchel: percent(found, answerable.length),
        beside: `plain BM25 ${percent(plain, answerable.length)}`,
        met: found >= plain,
      },
      {
        measured: `answers without a model to ${all} questions, ${all - answerable.length} of them without an answer`,
        goal: `at most ${WRONG_MAX * 100} % wrong`,
        satchel: Object.entries(figures)
          .map(([verdict, n]) => `${verdict} ${percent(n, all)}`)
          .join(', '),
        beside: '',
        met: figures['answered wrong'] / all <= WRONG_MAX,
      },
    ];
  },
};
