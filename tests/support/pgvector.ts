/**
 * The part of pgvector that Satchel uses: for databases that cannot have the extension. The type is the text of an array;
 * a distance is computed as the extension defines it. Its access method is the one of hash indexes: it is built, kept and
 * dropped as the real one, and serves no search.
 */
import pg from 'pg';
import type { EmbeddingProvider } from '../../server/ai/embedding/provider';
import type { Platform } from '../../server/platform/context';
import type { Engine } from './database';

const EMULATION = [
  'create type halfvec',
  `create function halfvec_in(cstring) returns halfvec language internal immutable strict as 'textin'`,
  `create function halfvec_out(halfvec) returns cstring language internal immutable strict as 'textout'`,
  `create function halfvec_typmod_in(cstring[]) returns integer language internal immutable strict as 'varchartypmodin'`,
  `create function halfvec_typmod_out(integer) returns cstring language internal immutable strict as 'varchartypmodout'`,
  `create type halfvec (input = halfvec_in, output = halfvec_out, typmod_in = halfvec_typmod_in,
    typmod_out = halfvec_typmod_out, storage = extended)`,
  'create cast (real[] as halfvec) with inout',
  'create cast (halfvec as real[]) with inout',
  `create function halfvec_cosine(a halfvec, b halfvec) returns float8 language sql immutable strict as $$
    select 1 - sum(x::float8 * y) / nullif(sqrt(sum(x::float8 * x)) * sqrt(sum(y::float8 * y)), 0)
    from unnest(a::real[], b::real[]) as k (x, y) $$`,
  'create operator <=> (leftarg = halfvec, rightarg = halfvec, function = halfvec_cosine)',
  'create access method hnsw type index handler hashhandler',
  `create function halfvec_hash(halfvec) returns integer language internal immutable strict as 'hashvarlena'`,
  `create function halfvec_same(halfvec, halfvec) returns boolean language internal immutable strict as 'byteaeq'`,
  'create operator = (leftarg = halfvec, rightarg = halfvec, function = halfvec_same)',
  `create operator class halfvec_cosine_ops for type halfvec using hnsw as
    operator 1 =, function 1 halfvec_hash(halfvec)`,
  // the setting by which the access method is known
  `set hnsw.iterative_scan = 'off'`,
];

/** The engines on which the index of vectors is tested: the embedded one with the emulation, a server with the extension. */
export async function enginesWithPgvector(): Promise<Engine[]> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) return ['pglite'];
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select 1 from pg_available_extensions where name = 'vector'`);
    return rowCount ? ['pglite', 'postgres'] : ['pglite'];
  } finally {
    await client.end();
  }
}

/** Installs pgvector like an operator; on a server, Satchel does so itself. */
export async function installPgvector(engine: Engine, { query }: Pick<Platform, 'query'>): Promise<void> {
  for (const text of engine === 'pglite' ? EMULATION : ['create extension if not exists vector']) await query({ text });
}

export async function dropPgvector(engine: Engine, { query }: Pick<Platform, 'query'>): Promise<void> {
  const emulation = ['access method hnsw', 'type halfvec', 'function halfvec_typmod_in', 'function halfvec_typmod_out'];
  for (const each of engine === 'pglite' ? emulation : ['extension vector'])
    await query({ text: `drop ${each} cascade` });
}

/**
 * Vectors of texts by their meanings: each component is the share of words with a meaning; words with the same meaning
 * are translations of each other.
 */
export const embeddingOf = (meanings: readonly RegExp[], model = 'meaning'): EmbeddingProvider => ({
  name: 'scripted',
  model,
  embed: (texts) =>
    Promise.resolve({
      vectors: texts.map((text) => Float32Array.from([...meanings.map((each) => text.match(each)?.length ?? 0), 0.1])),
      usage: { input: 0, output: 0, isEstimated: true },
    }),
});
