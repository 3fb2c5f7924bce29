/**
 * Writes sources into the index. A source answers as a whole or not at all: its words are written beside the row that
 * answers, in short statements, as an embedded database has one connection for everything.
 *
 *   documents ─► sources, not live ─► texts, words ─► one short transaction: old rows out, new ones live
 */
import type { KindName } from '../../../sync/model/kinds';
import { orderOf, targetOf } from '../../../sync/ranking/sources';
import { TOKENISER_VERSION } from '../../../sync/text/tokenise';
import type { Platform } from '../../platform/context';
import { bitsOf, lexemesOf } from './lexemes';

type Database = Pick<Platform, 'query' | 'transaction'>;

/** A document with the counts of its words. */
export interface CountedSource {
  collection: KindName;
  id: string;
  space: string;
  projectId: string;
  rev: string;
  length: number;
  times: Map<string, number>;
}

/** lexemes of one text, and of one statement: some ten milliseconds of the embedded database */
const LEXEMES = 2_000;
/** attempts to lock rows that a push changes at the moment, and milliseconds between them */
const ATTEMPTS = 100;
const AGAIN_MS = 50;

export const sizeOf = ({ times }: CountedSource): number => times.size;

/** Indexes sources. They replace their earlier versions at the end, in one transaction. */
export async function writeSources(db: Database, companyNo: number, sources: readonly CountedSource[]): Promise<void> {
  if (sources.length === 0) return;
  const numbers = await insertSources(db, companyNo, sources);
  await insertTexts(db, companyNo, sources, numbers);
  await insertWords(db, companyNo, sources);
  await switchLive(db, companyNo, sources, numbers);
}

/** Removes documents from the index. */
export async function removeSources(
  db: Database,
  companyNo: number,
  keys: readonly { collection: KindName; id: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  await db.transaction(async () => {
    const numbers = await lockRows(db, companyNo, keys);
    await db.query({ text: 'delete from search_source where no = any($1::int[])', values: [numbers] });
  });
}

/** The numbers of new rows, in the order of the sources. */
async function insertSources(db: Database, companyNo: number, sources: readonly CountedSource[]): Promise<number[]> {
  const rows = sources.map(({ times: _, ...source }, at) => {
    const target = targetOf(source);
    return { at, ...source, target: target.collection, target_id: target.id, place: orderOf(target.id) };
  });
  const { rows: inserted } = await db.query<{ no: number; collection: string; id: string }>({
    name: 'search_put_sources',
    text: `
      with r as (
        select * from jsonb_to_recordset($2::jsonb) as r (at int, collection text, id text, space text, "projectId" text, rev text,
          length int, target text, target_id text, place bigint)
      ), new as (
        insert into search_document (company_no, collection, id, place)
        select distinct $1::int, target, target_id, place from r
        on conflict (company_no, collection, id) do update set place = excluded.place
        returning no, collection, id
      )
      insert into search_source (document_no, company_no, collection, id, space_id, project_id, rev, version, length, is_live)
      select d.no, $1, r.collection, r.id, r.space, r."projectId", r.rev, $3, r.length, false
      from r join new d on d.collection = r.target and d.id = r.target_id
      returning no, collection, id`,
    values: [companyNo, JSON.stringify(rows), TOKENISER_VERSION],
  });
  const byKey = new Map(inserted.map(({ no, collection, id }) => [`${collection}/${id}`, no]));
  return sources.map(({ collection, id }) => byKey.get(`${collection}/${id}`)!);
}

interface Text {
  source: number;
  part: number;
  lexemes: string[];
}

/** The texts of sources; a large source has several. */
function* textsOf(companyNo: number, sources: readonly CountedSource[], numbers: readonly number[]): Generator<Text> {
  for (const [at, { times }] of sources.entries()) {
    let text: Text = { source: numbers[at]!, part: 0, lexemes: [] };
    for (const [word, n] of times) {
      text.lexemes.push(...lexemesOf(companyNo, word, n));
      if (text.lexemes.length < LEXEMES) continue;
      yield text;
      text = { source: text.source, part: text.part + 1, lexemes: [] };
    }
    if (text.lexemes.length > 0) yield text;
  }
}

async function insertTexts(
  db: Database,
  companyNo: number,
  sources: readonly CountedSource[],
  numbers: readonly number[],
): Promise<void> {
  let batch: Text[] = [];
  let size = 0;
  const write = async (): Promise<void> => {
    const json = JSON.stringify(batch);
    batch = [];
    size = 0;
    await db.query({
      name: 'search_put_texts',
      text: `insert into search_text (source_no, part, words)
        select r.source, r.part, array_to_tsvector(array(select jsonb_array_elements_text(r.lexemes)))
        from jsonb_to_recordset($1::jsonb) as r (source int, part int, lexemes jsonb)`,
      values: [json],
    });
  };
  for (const text of textsOf(companyNo, sources, numbers)) {
    if (size > 0 && size + text.lexemes.length > LEXEMES) await write();
    batch.push(text);
    size += text.lexemes.length;
  }
  if (size > 0) await write();
}

async function insertWords(db: Database, companyNo: number, sources: readonly CountedSource[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { times } of sources) for (const [word, n] of times) counts.set(word, (counts.get(word) ?? 0) | bitsOf(n));
  const words = [...counts];
  for (let at = 0; at < words.length; at += LEXEMES) {
    const some = words.slice(at, at + LEXEMES);
    await db.query({
      name: 'search_put_words',
      text: `insert into search_word as w (company_no, word, counts)
        select $1, r.word, r.counts from unnest($2::text[], $3::int[]) as r (word, counts)
        left join search_word k on k.company_no = $1 and k.word = r.word collate "C"
        where k.counts is null or k.counts | r.counts <> k.counts
        on conflict (company_no, word) do update set counts = w.counts | excluded.counts`,
      values: [companyNo, some.map(([word]) => word), some.map(([, bits]) => bits)],
    });
  }
}

async function switchLive(
  db: Database,
  companyNo: number,
  sources: readonly CountedSource[],
  numbers: readonly number[],
): Promise<void> {
  const lost = await db.transaction(async () => {
    const locked = new Set(await lockRows(db, companyNo, sources));
    const [made, before] = [new Set(numbers), [...locked].filter((no) => !numbers.includes(no))];
    await db.query({ text: 'delete from search_source where no = any($1::int[])', values: [before] });
    await db.query({
      text: 'update search_source set is_live = true where no = any($1::int[])',
      values: [[...made].filter((no) => locked.has(no))],
    });
    return [...made].filter((no) => !locked.has(no));
  });
  // deleted while their words were written
  if (lost.length > 0)
    await db.query({ text: 'delete from search_text where source_no = any($1::int[])', values: [lost] });
}

/** Locks the rows of all documents, or of none: waiting for a lock while holding another one could deadlock. */
async function lockRows(
  db: Database,
  companyNo: number,
  keys: readonly { collection: KindName; id: string }[],
): Promise<number[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await db.transaction(() =>
        db.query<{ no: number }>({
          name: 'search_lock',
          text: `select s.no from unnest($2::text[], $3::text[]) as k (collection, id)
            join search_source s on s.company_no = $1 and s.collection = k.collection and s.id = k.id collate "C"
            for update of s nowait`,
          values: [companyNo, keys.map(({ collection }) => collection), keys.map(({ id }) => id)],
        }),
      );
      return rows.map(({ no }) => no);
    } catch (error) {
      // lock_not_available
      if ((error as { code?: unknown }).code !== '55P03' || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
