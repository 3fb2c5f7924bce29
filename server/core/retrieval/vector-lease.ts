/** The lease to write a company's vectors, which one process holds at a time, and the position in its documents. */
import { newId } from '../../../sync/model/ids';
import type { Platform } from '../../platform/context';

type Parts = Pick<Platform, 'query' | 'clock'>;

/** milliseconds after which a lease that is not extended expires */
const LEASE_MS = 10 * 60_000;

export interface VectorLease {
  companyId: string;
  model: string;
  holder: string;
  /** position: the last document that was read */
  at: { seq: number; collection: string; id: string };
  /** dimensions of all vectors of the company, set by the first vector; null before it */
  dimensions: number | null;
}

/**
 * Takes the lease; null if another process holds it. For another model than the stored one, resets the position and the
 * dimensions.
 */
export async function claimVectors(parts: Parts, companyId: string, model: string): Promise<VectorLease | null> {
  const holder = newId();
  const now = parts.clock.now();
  const { rows } = await parts.query<VectorLease['at'] & Pick<VectorLease, 'dimensions'>>({
    name: 'vector_claim',
    text: `
      insert into vector_company as v (company_id, model, seq, collection, id, holder, held_until)
      values ($1, $2, 0, '', '', $3, $5)
      on conflict (company_id) do update set model = $2, holder = $3, held_until = $5,
        seq = case when v.model = $2 then v.seq else 0 end,
        collection = case when v.model = $2 then v.collection else '' end,
        id = case when v.model = $2 then v.id else '' end,
        dimensions = case when v.model = $2 then v.dimensions end
      where v.held_until < $4
      returning seq, collection, id, dimensions`,
    values: [companyId, model, holder, now, now + LEASE_MS],
  });
  if (!rows[0]) return null;
  const { dimensions, ...at } = rows[0];
  return { companyId, model, holder, at, dimensions };
}

/**
 * Resets the position and the dimensions, so that all documents are read again. The stored vectors are overwritten one
 * by one: deleting them in one statement would lock them against the deletion of documents.
 */
export async function forgetVectors(parts: Pick<Parts, 'query'>, lease: VectorLease): Promise<void> {
  lease.at = { seq: 0, collection: '', id: '' };
  lease.dimensions = null;
  await parts.query({
    text: `update vector_company set seq = 0, collection = '', id = '', dimensions = null
      where company_id = $1 and holder = $2`,
    values: [lease.companyId, lease.holder],
  });
}

/**
 * Called in the transaction that writes vectors. Sets the dimensions of the company if it has none, and locks its row,
 * so that no other process writes vectors until the commit. Returns false if the company has other dimensions, or
 * another process has taken the lease.
 */
export async function storeDimensions(
  parts: Pick<Parts, 'query'>,
  { companyId, holder, dimensions }: VectorLease,
): Promise<boolean> {
  const { rows } = await parts.query({
    name: 'vector_dimensions',
    text: `update vector_company set dimensions = coalesce(dimensions, $3)
      where company_id = $1 and holder = $2 and coalesce(dimensions, $3) is not distinct from $3
      returning company_id`,
    values: [companyId, holder, dimensions],
  });
  return rows.length > 0;
}

/** Stores the position, and extends or ends the lease. Returns false if another process has taken it. */
export async function storeVectorPosition(
  parts: Parts,
  { companyId, holder, at }: VectorLease,
  { isEnd = false } = {},
): Promise<boolean> {
  const { rows } = await parts.query({
    name: 'vector_position',
    text: `update vector_company set seq = $3, collection = $4, id = $5, held_until = $6
      where company_id = $1 and holder = $2 returning company_id`,
    values: [companyId, holder, at.seq, at.collection, at.id, isEnd ? 0 : parts.clock.now() + LEASE_MS],
  });
  return rows.length > 0;
}
