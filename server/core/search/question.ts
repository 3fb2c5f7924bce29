/**
 * The index as one person sees it, for one question: words that match, with their counts in the sources of spaces that
 * the person sees now. Everything that a question learns (results, rarity of words, other forms, corrections) comes
 * from those sources.
 */
import { EXAMINED_MAX, EXPANSIONS_MAX } from '../../../sync/ranking/limits';
import type { Match } from '../../../sync/ranking/matching';
import type { MatchedWords, Statistics, Targets } from '../../../sync/ranking/score';
import type { QueryTerm, QueryWord } from '../../../sync/text/query';
import type { Actor, Platform } from '../../platform/context';
import { queriesOf } from './lexemes';

/** A query word with its sources: numbers of the question, and the counts of the words in them. */
export interface ServerMatch extends Match {
  weight: number;
  found: Occurrences[];
}

/** A word of the index in the sources that the person sees. */
interface Occurrences {
  word: string;
  sources: number[];
  /** by source, in the same order */
  times: number[];
}

/** A word of the dictionary with the bits of all its counts. */
interface Known {
  word: string;
  counts: number;
}

/** Limits of the results. */
export interface Scope {
  /** documents of these projects; without projects and documents: all */
  projects: readonly string[];
  /** further documents: `<collection>/<id>` */
  documents: readonly string[];
  /** kinds of results besides `documents`, as `<collection>` or `projectItems/<itemType>`; null: all */
  kinds: readonly string[] | null;
}

/** sorts behind every word with a prefix */
const LAST = '\u{10ffff}';
/** sorts behind a word, and before every longer one: a control character that begins words only */
const NEXT = '\u0001';
/** most pages of words that are read: words that the person does not see may have the same prefix */
const PAGES = 5;
/** bytes of a source in the answer of the database: number, document, length, order, whether it is wanted */
const SOURCE_BYTES = 4 + 4 + 4 + 8 + 4;
/** marks the row with the sources, in place of the number of a query */
const SOURCE_ROWS = -1;
/** bytes before the elements of an array, each of which has its length before it */
const ARRAY_HEADER = 20;

export class Question implements Targets {
  private readonly sourceNumbers = new Map<number, number>();
  private readonly targetNumbers = new Map<number, number>();
  private readonly lengths: number[] = [];
  private readonly targetOfSource: number[] = [];
  /** by target */
  private readonly documents: number[] = [];
  private readonly orders: number[] = [];
  private readonly isWanted: boolean[] = [];
  private readonly read = new Map<string, Occurrences | null>();

  constructor(
    private readonly db: Pick<Platform, 'query'>,
    private readonly actor: Pick<Actor, 'companyId' | 'userId'>,
    private readonly companyNo: number,
    private readonly scope: Scope,
  ) {}

  get count(): number {
    return this.documents.length;
  }
  wanted(target: number): boolean {
    return this.isWanted[target]!;
  }
  order(target: number): number {
    return this.orders[target]!;
  }
  /** The number of a target's document in the index. */
  documentOf(target: number): number {
    return this.documents[target]!;
  }

  /** Matches of each term, itself and its alternatives. */
  async lookUp(terms: QueryTerm[]): Promise<ServerMatch[][]> {
    const asked = terms.map(({ also = [], ...word }) => [word, ...also]);
    const lookups = asked.flat().map((word) => new WordLookup(word));
    for (let page = 0; page < PAGES; page += 1) {
      const open = lookups.filter((lookup) => !lookup.isDone);
      if (open.length === 0) break;
      const words = await this.words(open);
      await this.occurrences(words.flatMap((known, i) => open[i]!.accepted(known)));
      words.forEach((known, i) => open[i]!.take(known, this.read));
    }
    let at = 0;
    return asked.map((words) => words.flatMap(() => lookups[at++]!.matches()));
  }

  /** The score's view of a match. */
  wordsOf({ weight, found }: ServerMatch): MatchedWords {
    return {
      weight,
      holders: found.reduce((sum, { sources }) => sum + sources.length, 0),
      eachOccurrence: (visit) => {
        for (const { sources, times } of found)
          sources.forEach((source, i) => visit(this.targetOfSource[source]!, times[i]!, this.lengths[source]!));
      },
    };
  }

  /** Number and total length of all sources that the person sees. */
  async statistics(): Promise<Statistics> {
    const { rows } = await this.db.query<Statistics>({
      name: 'search_statistics',
      text: `select count(*) as sources, coalesce(sum(s.length), 0)::bigint as tokens
        from sync_access($1, $2) a join search_source s on s.company_no = $3 and s.space_id = a.space_id and s.is_live
        where a.visible`,
      values: [this.actor.companyId, this.actor.userId, this.companyNo],
    });
    return rows[0]!;
  }

  /** Words of the company's dictionary for each lookup. */
  private async words(lookups: readonly WordLookup[]): Promise<Known[][]> {
    const { rows } = await this.db.query<Known & { n: number }>({
      name: 'search_words',
      text: `select (r.n - 1)::int as n, w.word, w.counts
        from unnest($2::text[], $3::text[], $4::int[]) with ordinality as r (low, high, most, n)
        cross join lateral (
          select word, counts from search_word
          where company_no = $1 and word >= r.low collate "C" and word < r.high collate "C" order by word limit r.most) w
        order by r.n, w.word`,
      values: [
        this.companyNo,
        lookups.map(({ low }) => low),
        lookups.map(({ high }) => high),
        lookups.map(({ most }) => most),
      ],
    });
    const words: Known[][] = lookups.map(() => []);
    for (const { n, word, counts } of rows) words[n]!.push({ word, counts });
    return words;
  }

  /** Reads the sources of words that were not read yet. */
  private async occurrences(words: readonly Known[]): Promise<void> {
    const missing = new Map(
      words.flatMap(({ word, counts }) =>
        this.read.has(word) ? [] : [[word, queriesOf(this.companyNo, word, counts)] as const],
      ),
    );
    if (missing.size === 0) return;
    const queries = [...missing.values()].flat();
    const { rows } = await this.db.query<{ n: number; sources: Buffer }>({
      name: 'search_occurrences',
      text: OCCURRENCES,
      values: [
        this.actor.companyId,
        this.actor.userId,
        queries.map(({ query }) => query),
        this.scope.projects,
        this.scope.kinds,
        this.scope.documents,
      ],
    });
    const found = new Map(rows.map(({ n, sources }) => [n, sources]));
    this.addSources(found.get(SOURCE_ROWS) ?? Buffer.alloc(0));
    const counts = new Uint32Array(this.lengths.length);
    let n = 0;
    for (const [word, ofWord] of missing) {
      const sources: number[] = [];
      for (const { adds } of ofWord) {
        const list = found.get((n += 1));
        if (list) this.addCounts(list, adds, counts, sources);
      }
      const times = sources.map((source) => counts[source]!);
      for (const source of sources) counts[source] = 0;
      this.read.set(word, sources.length > 0 ? { word, sources, times } : null);
    }
  }

  /** Adds to the counts of the sources of an array in PostgreSQL's binary form; `sources` lists those with a count. */
  private addCounts(list: Buffer, adds: number, counts: Uint32Array, sources: number[]): void {
    for (let at = ARRAY_HEADER + 4; at < list.length; at += 8) {
      const source = this.sourceNumbers.get(list.readInt32BE(at));
      // in a space that the person does not see
      if (source === undefined) continue;
      if (counts[source] === 0) sources.push(source);
      counts[source]! += adds;
    }
  }

  private addSources(rows: Buffer): void {
    for (let at = 0; at < rows.length; at += SOURCE_BYTES) {
      const no = rows.readInt32BE(at);
      if (this.sourceNumbers.has(no)) continue;
      const document = rows.readInt32BE(at + 4);
      let target = this.targetNumbers.get(document);
      if (target === undefined) {
        target = this.documents.push(document) - 1;
        this.targetNumbers.set(document, target);
        this.orders.push(Number(rows.readBigInt64BE(at + 12)));
        this.isWanted.push(rows.readInt32BE(at + 20) === 1);
      }
      this.lengths.push(rows.readInt32BE(at + 8));
      this.targetOfSource.push(target);
      this.sourceNumbers.set(no, this.targetOfSource.length - 1);
    }
  }
}

/**
 * The numbers of the sources of each query, and once each the rows of those in spaces that the person sees now: of
 * others nothing is read. Binary, since a frequent word has thousands. Parameters: company, person, queries, scope. A
 * text without a project of its own (of a note) is in the project of its document.
 */
const OCCURRENCES = `
with seen as materialized (
  select a.space_id from sync_access($1, $2) a where a.visible
), hit as materialized (
  select n, sources from search_hits($3::text[])
), source as (
  select s.no, s.document_no, s.length, s.project_id from (select distinct unnest(sources) as no from hit) h
  join search_source s on s.no = h.no and s.is_live
  where s.space_id in (select space_id from seen)
)
select ${SOURCE_ROWS}::bigint as n, string_agg(int4send(s.no) || int4send(s.document_no) || int4send(s.length) || int8send(d.place)
    || int4send((($5::text[] is null or d.collection = any($5::text[]) or d.collection = 'projectItems'
        and exists (select from doc i where i.company_id = $1 and i.collection = d.collection and i.id = d.id
          and 'projectItems/' || (i.data ->> 'itemType') = any($5::text[])))
      and (cardinality($4::text[]) + cardinality($6::text[]) = 0 or s.project_id = any($4::text[])
        or d.collection = 'projects' and d.id = any($4::text[])
        or s.project_id = '' and cardinality($4::text[]) > 0 and exists (select from search_source t where t.company_no = d.company_no
          and t.collection = d.collection and t.id = d.id and t.is_live and t.project_id = any($4::text[])))
      or d.collection || '/' || d.id = any($6::text[]))::int), '') as sources
  from source s join search_document d on d.no = s.document_no having count(*) > 0
union all
select n, array_send(sources) from hit`;

/** The lookup of a query word in the dictionary, page by page: a prefix has several words. */
class WordLookup {
  readonly high: string;
  readonly most: number;
  low: string;
  isDone = false;
  private readonly found: Occurrences[] = [];

  constructor(private readonly word: QueryWord) {
    const { term, prefix, accepts } = word;
    this.low = term;
    this.high = term + (prefix ? LAST : NEXT);
    this.most = !prefix ? 1 : accepts ? EXAMINED_MAX : EXPANSIONS_MAX;
  }

  accepted(known: readonly Known[]): Known[] {
    const { accepts } = this.word;
    return known.filter(({ word }) => accepts?.(word) ?? true);
  }

  take(known: readonly Known[], read: ReadonlyMap<string, Occurrences | null>): void {
    for (const { word } of this.accepted(known)) {
      const seen = read.get(word);
      if (seen && (this.word.accepts || this.found.length < EXPANSIONS_MAX)) this.found.push(seen);
    }
    this.isDone = !!this.word.accepts || known.length < this.most || this.found.length >= EXPANSIONS_MAX;
    // a word's successor
    if (!this.isDone) this.low = known.at(-1)!.word + NEXT;
  }

  /** Matches as the device's index returns them: one for each other form, a common one for all words with a prefix. */
  matches(): ServerMatch[] {
    const { accepts, weight = 1 } = this.word;
    if (this.found.length === 0) return [];
    if (!accepts) return [this.match(this.found, weight, false)];
    return this.found.map((each) => this.match([each], weight, true));
  }

  private match(found: Occurrences[], weight: number, isForm: boolean): ServerMatch {
    return { weight, isForm, found, words: () => found.map(({ word }) => word) };
  }
}
