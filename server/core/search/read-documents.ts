/** Reads documents as a person may see them now, with their texts a few at a time. */
import { sourcesOf, type Source, type Target } from '../../../sync/ranking/sources';
import type { Actor, Platform } from '../../platform/context';

export type Database = Pick<Platform, 'query'>;
export type Person = Pick<Actor, 'companyId' | 'userId'>;
export type Row = Record<string, unknown>;

/** stored bytes of texts that are read together */
const READ_BYTES = 1024 * 1024;

export const keyOf = ({ collection, id }: Source): string => `${collection}/${id}`;

/** The texts of targets, a few at a time, in order; of the first `most` targets only. */
export async function* withTexts<T extends Target>(
  db: Database,
  person: Person,
  shown: readonly T[],
  most: number,
): AsyncGenerator<{ targets: T[]; texts: Map<string, Row> }> {
  const best = shown.slice(0, most);
  const sizes = await sizesOf(db, person, best.flatMap(childrenOf));
  let targets: T[] = [];
  let children: Source[] = [];
  let bytes = 0;
  for (const target of best) {
    const own = childrenOf(target);
    const size = own.reduce((sum, child) => sum + (sizes.get(keyOf(child)) ?? 0), 0);
    if (targets.length > 0 && bytes + size > READ_BYTES) {
      yield { targets, texts: await readVisible(db, person, children) };
      [targets, children, bytes] = [[], [], 0];
    }
    targets.push(target);
    children.push(...own);
    bytes += size;
  }
  if (targets.length > 0) yield { targets, texts: await readVisible(db, person, children) };
  const rest = shown.slice(most);
  if (rest.length > 0) yield { targets: rest, texts: new Map() };
}

export const childrenOf = (target: Target): Source[] => sourcesOf(target).slice(1);

const VISIBLE = `
  from unnest($3::text[], $4::text[]) as k (collection, id)
  join doc d on d.company_id = $1 and d.collection = k.collection and d.id = k.id collate "C" and not d.deleted
  join sync_access($1, $2) a on a.space_id = d.space_id and a.visible`;

const valuesOf = ({ companyId, userId }: Person, sources: readonly Source[]): unknown[] => [
  companyId,
  userId,
  sources.map(({ collection }) => collection),
  sources.map(({ id }) => id),
];

/** Those of the documents that the person sees now, in one statement with the access. */
export async function readVisible(db: Database, person: Person, sources: readonly Source[]): Promise<Map<string, Row>> {
  if (sources.length === 0) return new Map();
  const { rows } = await db.query<Source & { data: Row }>({
    name: 'search_results',
    text: `select d.collection, d.id, d.data ${VISIBLE}`,
    values: valuesOf(person, sources),
  });
  return new Map(rows.map(({ data, ...source }) => [keyOf(source), data]));
}

/** Stored bytes of documents. */
async function sizesOf(db: Database, person: Person, sources: readonly Source[]): Promise<Map<string, number>> {
  if (sources.length === 0) return new Map();
  const { rows } = await db.query<Source & { bytes: number }>({
    name: 'search_sizes',
    text: `select d.collection, d.id, pg_column_size(d.data) as bytes ${VISIBLE}`,
    values: valuesOf(person, sources),
  });
  return new Map(rows.map(({ bytes, ...source }) => [keyOf(source), bytes]));
}

/** The spaces of those of the documents that the person sees now, by `<collection>/<id>`. */
export async function spacesVisible(
  db: Database,
  person: Person,
  sources: readonly Source[],
): Promise<Map<string, string>> {
  if (sources.length === 0) return new Map();
  const { rows } = await db.query<Source & { space: string }>({
    name: 'search_spaces',
    text: `select d.collection, d.id, d.space_id as space ${VISIBLE}`,
    values: valuesOf(person, sources),
  });
  return new Map(rows.map(({ space, ...source }) => [keyOf(source), space]));
}

/** Those of the documents that the person sees now: `<collection>/<id>`. */
export const keysVisible = async (db: Database, person: Person, sources: readonly Source[]): Promise<Set<string>> =>
  new Set((await spacesVisible(db, person, sources)).keys());
