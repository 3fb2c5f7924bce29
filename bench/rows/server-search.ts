/**
 * Search and retrieval on the server over files and notes, each query asked for the first time, beside what PostgreSQL
 * does with the passages' raw text: trigrams (pg_trgm), and its own full-text search (tsvector, `simple`).
 */
import { PassageRetrieval } from '../../server/core/retrieval/service';
import { SearchService } from '../../server/core/search/service';
import { openCore } from '../../tests/support/core';
import type { Engine } from '../../tests/support/database';
import { startPostgres } from '../../tests/support/postgres';
import { Corpus } from '../support/corpus';
import type { Bench, Line, Row } from '../support/row';
import { PORTS } from '../support/satchel';
import { writeSearchedCompany, type SearchedCompany } from '../support/searched-company';
import { median, p95, round } from '../support/statistics';

const QUESTIONS = 200;
const LIMIT = 20;
/** milliseconds */
const GOAL = 100;
const RETRIEVAL_GOAL = 150;
const PERSON = { companyId: 'c1', userId: 'ann' };
const PASSAGES_AT_ONCE = 5_000;

const timesText = (taken: readonly number[]): string =>
  `median ${round(median([...taken]))} ms, p95 ${round(p95([...taken]))} ms`;

async function timed(work: (question: string) => Promise<unknown>): Promise<number[]> {
  const corpus = new Corpus(11);
  const taken: number[] = [];
  for (let at = 0; at < QUESTIONS; at += 1) {
    const question = corpus.question(at);
    const began = performance.now();
    await work(question);
    taken.push(performance.now() - began);
  }
  return taken;
}

type Query = (statement: { text: string; values?: unknown[] }) => Promise<unknown>;

/** Searches of PostgreSQL itself over the same passages, without access. */
async function peers(query: Query, { passages }: SearchedCompany): Promise<Record<'pg_trgm' | 'tsvector', number[]>> {
  await query({ text: 'create extension if not exists pg_trgm' });
  await query({ text: 'create table bench_passage (id text primary key, body text not null)' });
  for (let at = 0; at < passages.length; at += PASSAGES_AT_ONCE) {
    const some = passages.slice(at, at + PASSAGES_AT_ONCE);
    await query({
      text: 'insert into bench_passage select * from unnest($1::text[], $2::text[])',
      values: [some.map(({ id }) => id), some.map(({ text }) => text)],
    });
  }
  await query({ text: 'create index on bench_passage using gin (body gin_trgm_ops)' });
  await query({ text: `create index on bench_passage using gin (to_tsvector('simple', body))` });
  await query({ text: 'vacuum analyze' });
  return {
    pg_trgm: await timed((question) => {
      const words = question.split(' ');
      return query({
        text: `select id, body, word_similarity($1, body) as score from bench_passage
          where ${words.map((_, i) => `body ilike $${i + 2}`).join(' and ')} order by score desc limit ${LIMIT}`,
        values: [question, ...words.map((word) => `%${word}%`)],
      });
    }),
    tsvector: await timed((question) =>
      query({
        text: `select id, ts_headline('simple', body, q) as passage, ts_rank(to_tsvector('simple', body), q) as score
          from bench_passage, to_tsquery('simple', $1) as q where to_tsvector('simple', body) @@ q
          order by score desc limit ${LIMIT}`,
        values: [`${question.split(' ').join(' & ')}:*`],
      }),
    ),
  };
}

async function measured({ quick, say }: Bench, engine: Engine, name: string): Promise<Line[]> {
  const count = quick ? 10_000 : 100_000;
  const core = await openCore(engine);
  try {
    const company = await writeSearchedCompany(core, count);
    say(`${name}: ${count.toLocaleString('en')} passages were indexed in ${round(company.indexing)} s`);
    await core.parts.database.query({ text: 'vacuum analyze' });
    const service = new SearchService(core.platform);
    const taken = await timed((question) => service.search(PERSON, question, LIMIT));
    say(`${name}: ${timesText(taken)}`);
    const retrieval = new PassageRetrieval(core.platform, core.services.pieces);
    const retrieved = await timed((question) =>
      retrieval.find({
        actor: PERSON,
        question: `What does it say of ${question}?`,
        language: 'en',
        context: [],
        limit: LIMIT,
        signal: new AbortController().signal,
      }),
    );
    say(`${name}: retrieval ${timesText(retrieved)}`);
    const beside: Record<string, number[]> =
      engine === 'postgres' ? await peers((statement) => core.parts.database.query(statement), company) : {};
    for (const [peer, times] of Object.entries(beside)) say(`${peer}: ${timesText(times)}`);
    return [
      {
        measured: `server search over ${count.toLocaleString('en')} passages on ${name}, with passages, p95`,
        goal: `under ${GOAL} ms`,
        satchel: `${round(p95(taken))} ms (median ${round(median(taken))} ms)`,
        beside: Object.entries(beside)
          .map(([peer, times]) => `${peer} ${timesText(times)}`)
          .join('; '),
        met: p95(taken) < GOAL,
      },
      {
        measured: `passages for a question, of ${count.toLocaleString('en')} on ${name}, without a model, p95`,
        goal: `under ${RETRIEVAL_GOAL} ms`,
        satchel: `${round(p95(retrieved))} ms (median ${round(median(retrieved))} ms)`,
        beside: '',
        met: p95(retrieved) < RETRIEVAL_GOAL,
      },
    ];
  } finally {
    await core.close();
  }
}

export const serverSearch: Row = {
  name: 'server-search',
  async run(bench) {
    const lines = await measured(bench, 'pglite', 'PGlite');
    const postgres = await startPostgres(PORTS);
    if (!postgres) return lines;
    const before = process.env['TEST_DATABASE_URL'];
    process.env['TEST_DATABASE_URL'] = postgres.url;
    try {
      lines.push(...(await measured(bench, 'postgres', `PostgreSQL ${postgres.version.split('.')[0]}`)));
    } finally {
      if (before === undefined) delete process.env['TEST_DATABASE_URL'];
      else process.env['TEST_DATABASE_URL'] = before;
      await postgres.stop();
    }
    return lines;
  },
};
