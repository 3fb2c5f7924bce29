/**
 * The right to write the index of one company, which one process has at a time, and how far it has followed the
 * company's clock. A lease that is not extended ends.
 */
import { newId } from '../../../sync/model/ids';
import { TOKENISER_VERSION } from '../../../sync/text/tokenise';
import type { Platform } from '../../platform/context';

type Parts = Pick<Platform, 'query' | 'clock'>;

/** milliseconds after which another process takes over */
const LEASE_MS = 60_000;

/** The last document that was read. */
export interface Position {
  seq: number;
  collection: string;
  id: string;
}

export interface Lease {
  companyId: string;
  companyNo: number;
  holder: string;
  at: Position;
}

/** Another process has taken the lease. */
export class LeaseLost extends Error {}

/** Works under the lease of a company. False: another process has it. Throws LeaseLost. */
export async function withLease(
  parts: Parts,
  companyId: string,
  work: (lease: Lease) => Promise<void>,
): Promise<boolean> {
  const lease = await claim(parts, companyId);
  if (!lease) return false;
  try {
    await work(lease);
  } finally {
    await store(parts, lease, 0);
  }
  return true;
}

/** Stores the position and extends the lease. Throws LeaseLost. */
export async function storePosition(parts: Parts, lease: Lease): Promise<void> {
  if (!(await store(parts, lease, parts.clock.now() + LEASE_MS)))
    throw new LeaseLost('another process follows the documents of this company');
}

/** With another version of the tokeniser, everything is read again. */
async function claim(parts: Parts, companyId: string): Promise<Lease | null> {
  const holder = newId();
  const now = parts.clock.now();
  const { rows } = await parts.query<Position & { no: number }>({
    name: 'search_claim',
    text: `
      insert into search_company as s (company_id, version, seq, collection, id, holder, held_until, cleaned_seq)
      values ($1, $2, 0, '', '', $3, $5, 0)
      on conflict (company_id) do update set holder = $3, held_until = $5, version = $2,
        seq = case when s.version = $2 then s.seq else 0 end,
        collection = case when s.version = $2 then s.collection else '' end,
        id = case when s.version = $2 then s.id else '' end
      where s.held_until < $4
      returning no, seq, collection, id`,
    values: [companyId, TOKENISER_VERSION, holder, now, now + LEASE_MS],
  });
  const [row] = rows;
  return row ? { companyId, companyNo: row.no, holder, at: row } : null;
}

async function store(parts: Parts, { companyNo, holder, at }: Lease, until: number): Promise<boolean> {
  const { rows } = await parts.query({
    name: 'search_position',
    text: `update search_company set seq = $3, collection = $4, id = $5, held_until = $6
      where no = $1 and holder = $2 returning no`,
    values: [companyNo, holder, at.seq, at.collection, at.id, until],
  });
  return rows.length > 0;
}
