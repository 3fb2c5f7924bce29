/** Search on this device: the index, who keeps it, and answers with passages read from the replica. */
import { queryTerms } from '../../text/tokenise';
import type { SearchableCollection, SearchAnswer, SearchResult } from '../api';
import type { Documents } from '../replica/documents';
import type { Replica } from '../replica/database';
import type { Stored } from '../replica/stored';
import type { Vault } from '../vault/vault';
import { SearchDatabase } from './index-database';
import { Indexer, type IndexerOptions } from './indexer';
import { matchesIn, passagesOf, rangesOf } from './passages';
import { IndexReader, type Ranked } from './reader';
import { fieldsOf, sourcesOf, type Field, type Source } from './sources';

const LIMIT = 20;
const LIMIT_MAX = 100;
const PASSAGES = 2;
/** Results asked for beyond the limit: some may be texts whose note is not here yet. */
const SPARE = 10;

export interface SearchStores { name: string; replica: Replica; documents: Documents; vault: Vault; dexie: { indexedDB?: IDBFactory; IDBKeyRange?: typeof globalThis.IDBKeyRange } }

export class Search {
  private readonly database: SearchDatabase;
  private readonly reader: IndexReader;
  private indexer: Indexer | null = null;

  constructor(private readonly stores: SearchStores) {
    this.database = new SearchDatabase(stores.name, stores.vault, stores.dexie);
    this.reader = new IndexReader(this.database);
  }

  /** sources whose words were read since this was made */
  get indexed(): number {
    return this.indexer?.indexed ?? 0;
  }

  /** Keeps the index up to date until the signal fires; in the leader alone. */
  async keep(signal: AbortSignal, options: IndexerOptions): Promise<void> {
    this.indexer = new Indexer(this.database, this.stores.replica, options);
    await this.indexer.run(signal);
  }

  async search(question: string, options: { limit?: number; collections?: SearchableCollection[] } = {}): Promise<SearchAnswer> {
    const limit = Math.max(1, Math.min(LIMIT_MAX, Math.floor(options.limit ?? LIMIT)));
    const { collections } = options;
    const terms = queryTerms(question);
    if (terms.length === 0) return { results: [], complete: this.reader.complete };
    const ranked = await this.reader.rank(terms, limit + SPARE, ({ collection }) => !collections || collections.includes(collection));
    const rows = await this.rows(ranked);
    const results: SearchResult[] = [];
    for (const found of ranked) {
      const main = rows.get(`${found.collection}/${found.id}`);
      // the text of a note that is not here, or not any more
      if (!main || main._deleted) continue;
      const fields = sourcesOf(found).flatMap((source) => this.fields(source.collection, rows.get(`${source.collection}/${source.id}`)));
      const title = fields.find(({ field }) => field === 'title')?.text ?? '';
      results.push({
        collection: found.collection, id: found.id, title, titleRanges: rangesOf(matchesIn(title, terms)), projectId: String(main['projectId'] ?? ''),
        updatedAt: Number(main['updatedAt'] ?? 0), passages: passagesOf(fields.filter(({ field }) => field !== 'title'), terms, PASSAGES), score: found.score,
      });
      if (results.length === limit) break;
    }
    return { results, complete: this.reader.complete };
  }

  close(): void {
    this.database.close();
  }

  /** The rows of all sources of what was found, by `<collection>/<id>`. */
  private async rows(ranked: Ranked[]): Promise<Map<string, Stored>> {
    const wanted = new Map<Source, string[]>();
    for (const { collection, id } of ranked.flatMap(sourcesOf)) {
      if (this.stores.replica.names.includes(collection)) wanted.set(collection, [...(wanted.get(collection) ?? []), id]);
    }
    const rows = new Map<string, Stored>();
    await Promise.all([...wanted].map(async ([collection, ids]) => {
      for (const row of await this.stores.documents.stored(collection, ids)) rows.set(`${collection}/${row.id}`, row);
    }));
    return rows;
  }

  private fields(collection: Source, row: Stored | undefined): Field[] {
    if (!row || row._deleted) return [];
    try { return fieldsOf(collection, row); } catch { return []; }
  }
}
