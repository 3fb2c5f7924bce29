/**
 * Questions in five languages about the demo company, as its people would ask:
 * tests/fixtures/answers/<language>.txt.
 *
 *   question -> text of the answer, or alternatives separated by |, or - if no document answers it
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extractiveAnswer } from '../../server/ai/extractive/answer';
import type { Passage } from '../../server/ai/extractive/interface';
import { cutsOf } from '../../server/core/retrieval/cut';
import { piecesOf } from '../../server/core/retrieval/pieces';
import { PassageRetrieval } from '../../server/core/retrieval/service';
import { SearchFollower } from '../../server/core/search/follower';
import { DEMO_ACCOUNTS } from '../../server/demo/accounts';
import { seedDemo } from '../../server/demo/seed';
import { createOrganization } from '../../server/composition';
import { demos, features } from '../../server/features';
import type { Platform } from '../../server/platform/context';
import { readConfig } from '../../server/platform/config';
import { pieceReadersOf } from '../../server/shared/feature';
import { createSync } from '../../server/sync/sync';
import type { KindName } from '../../sync/model/kinds';
import { SOURCES } from '../../sync/ranking/sources';
import type { Engine } from './database';
import { createParts } from './parts';

export const ANSWER_LANGUAGES = ['en', 'ja', 'ko', 'zh_hans', 'zh_hant'] as const;
export type AnswerLanguage = (typeof ANSWER_LANGUAGES)[number];

export interface AnswerQuestion {
  language: AnswerLanguage;
  text: string;
  /** empty if no document answers the question */
  wanted: string[];
}

export const answerQuestions = (): AnswerQuestion[] =>
  ANSWER_LANGUAGES.flatMap((language) =>
    readFileSync(fileURLToPath(new URL(`../fixtures/answers/${language}.txt`, import.meta.url)), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): AnswerQuestion => {
        const [text = '', wanted = ''] = line.split(' -> ');
        return { language, text, wanted: wanted === '-' ? [] : wanted.split(' | ') };
      }),
  );

/** Questions on topics of the company that no document answers. */
export const nearMisses = (): AnswerQuestion[] =>
  readFileSync(fileURLToPath(new URL('../fixtures/answers/near-misses.txt', import.meta.url)), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [language = '', text = ''] = line.split(/: (.*)/su);
      return { language: language as AnswerLanguage, text, wanted: [] };
    });

export type Verdict = 'answered right' | 'answered wrong' | 'abstained right' | 'abstained wrong';

export interface AnswerOutcome extends AnswerQuestion {
  verdict: Verdict;
  quotes: string[];
  passages: Passage[];
  coverage: number;
  /** rank of the first passage that answers, from 1; 0 if there is none */
  rank: number;
}

/** Whether a text contains one of the answers. Line breaks count as spaces. */
export const hasAnswer = (text: string, wanted: readonly string[]): boolean =>
  wanted.some((each) => text.replace(/\n/g, ' ').includes(each) || text.replace(/\n/g, '').includes(each));

export interface DemoAnswers {
  /** texts of all passages that the person with this language sees */
  passages(language: AnswerLanguage): Promise<string[]>;
  ask(question: AnswerQuestion): Promise<AnswerOutcome>;
  close(): Promise<void>;
}

/** The demo company with its search index; each language is asked by a person who speaks it. */
export async function openDemoAnswers(engine: Engine): Promise<DemoAnswers> {
  const parts = await createParts(engine);
  const platform: Platform = Object.create(parts.platform, {
    config: { value: { ...parts.platform.config, ...readConfig({ SATCHEL_DEMO: '1' }), demo: true } },
  }) as Platform;
  const sync = createSync(platform, []);
  const organization = createOrganization(platform, sync);
  await seedDemo(platform, {
    organization: organization.service,
    departments: organization.departments,
    store: sync.store,
    demos,
  });
  const { rows } = await platform.query<{ id: string; email: string; company_id: string }>({
    text: 'select u.id, u.email, m.company_id from users u join company_member m on m.user_id = u.id',
  });
  const companyId = rows[0]!.company_id;
  await new SearchFollower(platform).follow(companyId, new AbortController().signal);
  const pieces = pieceReadersOf(features);
  const retrieval = new PassageRetrieval(platform, pieces);
  const actorOf = (language: AnswerLanguage): { companyId: string; userId: string } => {
    const { email } = DEMO_ACCOUNTS.find(({ lang }) => lang === language)!;
    return { companyId, userId: rows.find((row) => row.email === email)!.id };
  };
  return {
    async passages(language) {
      const { userId } = actorOf(language);
      const documents = await platform.query<{ collection: KindName; data: Record<string, unknown> }>({
        text: `select d.collection, d.data from doc d join sync_access($1, $2) a on a.space_id = d.space_id and a.visible
          where d.company_id = $1 and not d.deleted and d.collection = any($3::text[])`,
        values: [companyId, userId, SOURCES],
      });
      return documents.rows.flatMap(({ collection, data }) =>
        cutsOf(piecesOf(pieces, collection, data, data), () => 1).map(({ text }) => text),
      );
    },
    async ask(question) {
      const { language, text, wanted } = question;
      const { passages, coverage, rarity } = await retrieval.find({
        actor: actorOf(language),
        question: text,
        language,
        context: [],
        limit: 12,
        signal: new AbortController().signal,
      });
      const quotes = extractiveAnswer(text, passages, coverage, rarity).map(({ quote }) => quote);
      const verdict: Verdict =
        quotes.length === 0
          ? wanted.length === 0
            ? 'abstained right'
            : 'abstained wrong'
          : quotes.some((quote) => hasAnswer(quote, wanted))
            ? 'answered right'
            : 'answered wrong';
      const rank = passages.findIndex((passage) => hasAnswer(passage.text, wanted)) + 1;
      return { ...question, verdict, quotes, passages, coverage, rank };
    },
    async close() {
      sync.close();
      organization.authenticator.close();
      await parts.close();
    },
  };
}

export type AnswerFigures = Record<Verdict, number>;

export function answerFigures(outcomes: readonly AnswerOutcome[]): AnswerFigures {
  const figures: AnswerFigures = {
    'answered right': 0,
    'answered wrong': 0,
    'abstained right': 0,
    'abstained wrong': 0,
  };
  for (const { verdict } of outcomes) figures[verdict] += 1;
  return figures;
}
