/**
 * Keeps the index of a company up to date with its documents, in the order of its clock.
 *
 *   a change is announced ─► job ─► lease of the company ─► documents after the stored position ─► words ─► index
 *                                        │ held by another process: again later      ▲                        │
 *                                        ▼                                           └──── position stored ◄──┘
 *
 * A process that dies leaves its lease, which ends, and rows that are not live, which the next one deletes. Documents
 * are read a few at a time, large ones one at a time, and their words are counted in slices.
 */
import { isSearched, searchedTextsOf } from '../../../sync/merge/searched-texts';
import type { KindName } from '../../../sync/model/kinds';
import type { SearchedText } from '../../../sync/model/searched-text';
import { SOURCES } from '../../../sync/ranking/sources';
import { countTerms } from '../../../sync/ranking/term-counts';
import { TOKENISER_VERSION } from '../../../sync/text/tokenise';
import type { Platform } from '../../platform/context';
import { removeSources, sizeOf, writeSources, type CountedSource } from './index-writer';
import { storePosition, withLease, type Lease, type Position } from './lease';
import { timeSlices } from './slices';

/** documents of one page */
const PAGE = 200;
/** stored bytes of documents that are read together */
const READ_BYTES = 128 * 1024;
/** distinct words of sources that are written together */
const WORDS_AT_ONCE = 2_000;

/** A document without its content. */
interface Head extends Position {
  collection: KindName;
  rev: string;
  deleted: boolean;
  bytes: number;
}

export class SearchFollower {
  constructor(private readonly platform: Pick<Platform, 'query' | 'transaction' | 'clock'>) {}

  /** Companies whose documents changed since the index last followed. */
  async behind(): Promise<string[]> {
    const { rows } = await this.platform.query<{ company_id: string }>({
      text: `select c.company_id from company_clock c left join search_company s on s.company_id = c.company_id
        where s.no is null or s.seq <= c.seq or s.version <> $1`,
      values: [TOKENISER_VERSION],
    });
    return rows.map(({ company_id }) => company_id);
  }

  /** Indexes all changes up to the present. Returns false if another process is doing so. */
  async follow(companyId: string, signal: AbortSignal): Promise<boolean> {
    return withLease(this.platform, companyId, async (lease) => {
      await this.deleteUnfinished(lease);
      while (!signal.aborted && (await this.nextPage(lease, signal)));
    });
  }

  /** Deletes rows that a killed process did not finish. */
  private async deleteUnfinished({ companyNo }: Lease): Promise<void> {
    await this.platform.query({
      text: 'delete from search_source where company_no = $1 and not is_live',
      values: [companyNo],
    });
  }

  /** Indexes a page of documents. Returns false if there are no further ones, or the signal was aborted. */
  private async nextPage(lease: Lease, signal: AbortSignal): Promise<boolean> {
    const { companyId, at } = lease;
    const { rows } = await this.platform.query<Head & { clock: number }>({
      name: 'search_next',
      text: `select c.seq as clock, d.* from (select coalesce(max(seq), 0) as seq from company_clock where company_id = $1) c
        left join lateral (
          select seq, collection, id, rev, deleted, pg_column_size(data) as bytes from doc
          where company_id = $1 and (seq, collection, id) > ($2::bigint, $3, $4) and collection = any($5::text[])
          order by seq, collection, id limit $6) d on true`,
      values: [companyId, at.seq, at.collection, at.id, SOURCES, PAGE],
    });
    const heads = rows.filter(({ id }) => id !== null);
    if (heads.length === 0) {
      // a position after all documents up to the present tick
      lease.at = { seq: Math.max(at.seq, rows[0]!.clock + 1), collection: '', id: '' };
      return false;
    }
    const gone = heads.filter(({ deleted }) => deleted);
    await removeSources(this.platform, lease.companyNo, gone);
    const batch = new Batch(this.platform, lease.companyNo);
    for (const group of readTogether(await this.changed(lease, heads))) {
      if (signal.aborted) return false;
      await this.index(lease, group, batch);
      await storePosition(this.platform, lease);
    }
    await batch.write();
    const { seq, collection, id } = heads.at(-1)!;
    lease.at = { seq, collection, id };
    await storePosition(this.platform, lease);
    return true;
  }

  /** The live documents whose revision is not in the index. */
  private async changed({ companyNo }: Lease, heads: readonly Head[]): Promise<Head[]> {
    const live = heads.filter(({ deleted }) => !deleted);
    const { rows } = await this.platform.query<{ collection: string; id: string; rev: string }>({
      name: 'search_known',
      text: `select s.collection, s.id, s.rev from unnest($2::text[], $3::text[]) as k (collection, id)
        join search_source s on s.company_no = $1 and s.collection = k.collection and s.id = k.id collate "C" and s.is_live
          and s.version = $4`,
      values: [companyNo, live.map(({ collection }) => collection), live.map(({ id }) => id), TOKENISER_VERSION],
    });
    const known = new Map(rows.map(({ collection, id, rev }) => [`${collection}/${id}`, rev]));
    return live.filter(({ collection, id, rev }) => known.get(`${collection}/${id}`) !== rev);
  }

  private async index({ companyId, companyNo }: Lease, heads: readonly Head[], batch: Batch): Promise<void> {
    const { rows } = await this.platform.query<{
      collection: KindName;
      id: string;
      rev: string;
      space_id: string;
      project_id: string;
      data: Record<string, unknown>;
    }>({
      name: 'search_read',
      text: `select d.collection, d.id, d.rev, d.space_id, coalesce(d.refs ->> 'projectId', '') as project_id, d.data
        from unnest($2::text[], $3::text[]) as k (collection, id)
        join doc d on d.company_id = $1 and d.collection = k.collection and d.id = k.id collate "C" and not d.deleted`,
      values: [companyId, heads.map(({ collection }) => collection), heads.map(({ id }) => id)],
    });
    for (let row = rows.shift(); row; row = rows.shift()) {
      const { collection, id, rev, space_id: space, project_id: projectId, data } = row;
      if (!isSearched(collection, data)) {
        await removeSources(this.platform, companyNo, [{ collection, id }]);
        continue;
      }
      const { times, length } = await countTerms(textsIn(collection, data), timeSlices());
      await batch.add({ collection, id, space, projectId, rev, length, times });
    }
  }
}

/** A text that cannot be decoded has none. Mentions are answered by the device. */
function textsIn(collection: KindName, data: Record<string, unknown>): SearchedText[] {
  try {
    return searchedTextsOf(collection, data).map(({ field, text }) => ({ field, text }));
  } catch {
    return [];
  }
}

function* readTogether(heads: readonly Head[]): Generator<Head[]> {
  let group: Head[] = [];
  let bytes = 0;
  for (const head of heads) {
    if (group.length > 0 && bytes + head.bytes > READ_BYTES) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(head);
    bytes += head.bytes;
  }
  if (group.length > 0) yield group;
}

/** Sources that are written together. */
class Batch {
  private sources: CountedSource[] = [];
  private words = 0;

  constructor(
    private readonly platform: Pick<Platform, 'query' | 'transaction'>,
    private readonly companyNo: number,
  ) {}

  async add(source: CountedSource): Promise<void> {
    this.sources.push(source);
    this.words += sizeOf(source);
    if (this.words >= WORDS_AT_ONCE) await this.write();
  }

  async write(): Promise<void> {
    const { sources } = this;
    this.sources = [];
    this.words = 0;
    await writeSources(this.platform, this.companyNo, sources);
  }
}
