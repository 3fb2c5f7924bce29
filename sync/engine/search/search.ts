/**
 * Search on this device: owns the index, runs the indexer, and answers questions with passages read from the replica.
 */
import { BehaviorSubject, catchError, distinctUntilChanged, of, switchMap, type Observable } from 'rxjs';
import { queryTerms, type QueryTerm } from '../../text/query';
import { MENTION_TERM, TOKENISER_VERSION } from '../../text/tokenise';
import type { KindName, SearchableKind } from '../../model/kinds';
import { refOf, type MentionTarget } from '../../model/mentions';
import { deviceQuery } from '../storage/device-query';
import type { SearchAnswer, SearchResult } from '../../ranking/answer';
import { resultOf } from '../../ranking/result';
import { sourcesOf, type Source, type Target } from '../../ranking/sources';
import { isSearched, searchedTextsOf } from '../../merge/searched-texts';
import type { SearchedText } from '../../model/searched-text';
import type { Documents } from '../storage/documents';
import type { Replica } from '../storage/replica-database';
import type { Stored } from '../storage/stored';
import type { Vault } from '../storage/sealing/vault';
import { SearchDatabase } from './index-database';
import { Indexer, type IndexerOptions } from './indexer';
import { IndexReader, type Ranked, type Ranking } from './reader';
import { TimeSlices } from './time-slices';

const LIMIT = 20;
const LIMIT_MAX = 100;
/** Results requested beyond the limit, since some may be texts whose note is not available. */
const SPARE = 10;

export interface SearchStores {
  name: string;
  replica: Replica;
  documents: Documents;
  vault: Vault;
  dexie: { indexedDB?: IDBFactory; IDBKeyRange?: typeof globalThis.IDBKeyRange };
}

/** Times that an unreadable index is rebuilt before search gives up. */
const REBUILDS_MAX = 2;

export class Search {
  private readonly database$: BehaviorSubject<SearchDatabase>;
  private reader: IndexReader;
  private indexer: Indexer | null = null;
  private rebuilds = 0;
  private readonly slices = new TimeSlices(() => undefined, Infinity);
  private closed = false;
  /** aborts the indexer's run, so that it restarts with the new index */
  private restart: () => void = () => {};

  constructor(private readonly stores: SearchStores) {
    this.database$ = new BehaviorSubject(new SearchDatabase(stores.name, stores.vault, stores.dexie));
    this.reader = new IndexReader(this.database);
  }

  private get database(): SearchDatabase {
    return this.database$.value;
  }

  /** The number of changes of the index, also by other tabs; 0 while it cannot be read. */
  get generation$(): Observable<number> {
    return this.database$.pipe(
      switchMap((database) =>
        deviceQuery(async () => (await database.manifest(TOKENISER_VERSION)).generation).pipe(catchError(() => of(0))),
      ),
      distinctUntilChanged(),
    );
  }

  /** sources indexed since this was created */
  get indexed(): number {
    return this.indexer?.indexed ?? 0;
  }

  /** Keeps the index up to date until the signal fires. Run by the leader only. */
  async keepUpToDate(signal: AbortSignal, options: IndexerOptions): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.database.open();
      } catch (error) {
        if (!signal.aborted && !(await this.rebuild())) {
          options.report(error);
          return;
        }
        continue;
      }
      const run = new AbortController();
      this.restart = () => run.abort();
      const { database } = this;
      this.indexer = new Indexer(database, this.stores, {
        ...options,
        report: (error) => {
          if (this.rebuilds >= REBUILDS_MAX) options.report(error);
          else void this.rebuild();
        },
      });
      if (signal.aborted) return;
      signal.addEventListener('abort', this.restart, { once: true });
      await this.indexer.run(run.signal);
      signal.removeEventListener('abort', this.restart);
      // It ended by itself: the index could not be written, and the error is reported.
      if (database === this.database) return;
    }
  }

  /** Rebuilds a damaged index, which contains only data of the replica. False: too many rebuilds. */
  private async rebuild(): Promise<boolean> {
    if (this.closed || this.rebuilds >= REBUILDS_MAX) return false;
    this.rebuilds += 1;
    const damaged = this.database;
    this.database$.next(new SearchDatabase(this.stores.name, this.stores.vault, this.stores.dexie));
    this.reader = new IndexReader(this.database);
    damaged.close();
    await damaged.delete().catch(() => undefined);
    this.restart();
    return true;
  }

  async search(
    question: string,
    options: { limit?: number; collections?: SearchableKind[] } = {},
  ): Promise<SearchAnswer> {
    const limit = Math.max(1, Math.min(LIMIT_MAX, Math.floor(options.limit ?? LIMIT)));
    const { collections } = options;
    const ranking = await this.rank(queryTerms(question), limit + SPARE, collections);
    if (!ranking) return { results: [], closest: false, complete: false };
    const { ranked, closest, terms } = ranking;
    const rows = await this.rows(ranked, limit);
    const results: SearchResult[] = [];
    for (const found of ranked) {
      const main = rows.get(`${found.collection}/${found.id}`);
      // The text of a note that is not available or was deleted.
      if (!main || main._deleted || !isSearched(found.collection, main)) continue;
      const texts = sourcesOf(found).flatMap((source) =>
        this.texts(source.collection, rows.get(`${source.collection}/${source.id}`)),
      );
      results.push(resultOf(found, main, texts, terms));
      // Extracted texts have up to 20,000 parts.
      await this.slices.breathe();
      if (results.length === limit) break;
    }
    return { results, closest: closest && results.length > 0, complete: this.reader.complete };
  }

  /** The documents on this device whose text mentions a target, in no order. */
  async mentioning(target: MentionTarget): Promise<Target[]> {
    return (await this.fromIndex((reader) => reader.holding(MENTION_TERM + refOf(target)))) ?? [];
  }

  private rank(terms: QueryTerm[], limit: number, collections: SearchableKind[] | undefined): Promise<Ranking | null> {
    return this.fromIndex((reader) =>
      reader.rank(terms, limit, ({ collection }) => !collections || collections.includes(collection)),
    );
  }

  /** null: the index cannot be read and is being rebuilt. */
  private async fromIndex<T>(question: (reader: IndexReader) => Promise<T>): Promise<T | null> {
    const { reader } = this;
    try {
      return await question(reader);
    } catch (error) {
      if (this.closed) throw error;
      if (reader === this.reader) await this.rebuild();
      return null;
    }
  }

  close(): void {
    this.closed = true;
    this.database.close();
  }

  /**
   * Rows of the results' sources by `<kind>/<id>`: the main row of every result, and the other sources of the
   * best ones only. One read if none is missing.
   */
  private async rows(ranked: Ranked[], limit: number): Promise<Map<string, Stored>> {
    const rows = new Map<string, Stored>();
    const own = ({ collection, id }: Ranked): string => `${collection}/${id}`;
    const [best, spare] = [ranked.slice(0, limit), ranked.slice(limit)];
    await this.read([...best.flatMap(sourcesOf), ...spare], rows);
    const missing = best.filter((each) => rows.get(own(each))?._deleted !== false).length;
    const instead = spare.filter((each) => rows.get(own(each))?._deleted === false).slice(0, missing);
    if (instead.length > 0)
      await this.read(
        instead.flatMap(sourcesOf).filter(({ collection, id }) => !rows.has(`${collection}/${id}`)),
        rows,
      );
    return rows;
  }

  private async read(sources: Source[], rows: Map<string, Stored>): Promise<void> {
    const wanted = new Map<KindName, string[]>();
    for (const { collection, id } of sources) {
      if (this.stores.replica.names.includes(collection))
        wanted.set(collection, [...(wanted.get(collection) ?? []), id]);
    }
    await Promise.all(
      [...wanted].map(async ([collection, ids]) => {
        for (const row of await this.stores.documents.stored(collection, ids)) rows.set(`${collection}/${row.id}`, row);
      }),
    );
  }

  private texts(collection: KindName, row: Stored | undefined): SearchedText[] {
    if (!row || row._deleted) return [];
    try {
      return searchedTextsOf(collection, row);
    } catch {
      return [];
    }
  }
}
