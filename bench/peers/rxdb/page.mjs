/** RxDB with its Dexie storage and its own replication over HTTP, with the defaults of both. */
import { createRxDatabase } from 'rxdb';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';

const text = (maxLength) => ({ type: 'string', maxLength });
const number = { type: 'number' };
const schema = (properties, indexes) => ({
  version: 0,
  primaryKey: 'id',
  type: 'object',
  indexes,
  required: ['id', ...new Set(indexes.flat())],
  properties: {
    id: text(64),
    space: { type: 'string' },
    rev: { type: 'string' },
    updatedAt: number,
    abilities: { type: 'array', items: { type: 'string' } },
    recency: { type: 'number', minimum: -4_102_444_800_000, maximum: 0, multipleOf: 1 },
    ...properties,
  },
});
const SCHEMAS = {
  notes: schema(
    {
      projectId: text(64),
      creatorId: text(64),
      title: { type: 'string' },
      snippet: { type: 'string' },
      type: { type: 'string' },
      shareRange: { type: 'string' },
      words: number,
      characters: number,
      createdAt: number,
    },
    ['recency', ['projectId', 'recency'], ['creatorId', 'recency']],
  ),
  noteContents: schema(
    { subject: { type: 'string' }, subjectId: text(64), creatorId: { type: 'string' }, state: { type: 'string' } },
    ['subjectId'],
  ),
};

let db;

globalThis.peer = {
  async firstSync() {
    const at = performance.now();
    db = await createRxDatabase({ name: 'rxdb', storage: getRxStorageDexie() });
    await db.addCollections(
      Object.fromEntries(Object.entries(SCHEMAS).map(([name, each]) => [name, { schema: each }])),
    );
    const replications = Object.keys(SCHEMAS).map((name) =>
      replicateRxCollection({
        collection: db[name],
        replicationIdentifier: `bench-${name}`,
        live: true,
        pull: {
          handler: async (checkpoint, limit) => {
            const { id = '', updatedAt = 0 } = checkpoint ?? {};
            const answer = await fetch(`/pull?${new URLSearchParams({ collection: name, id, updatedAt, limit })}`);
            const { documents, checkpoint: next } = await answer.json();
            return { documents, checkpoint: next ?? checkpoint };
          },
        },
      }),
    );
    for (const replication of replications) {
      replication.error$.subscribe((error) => console.error(error));
      await replication.awaitInitialReplication();
    }
    return performance.now() - at;
  },
  async count() {
    return (await db.notes.count().exec()) + (await db.noteContents.count().exec());
  },
  async newest(projectIds, times, from) {
    const taken = [];
    for (let i = 0; i < times; i += 1) {
      const at = performance.now();
      const rows = await db.notes
        .find({
          selector: { projectId: projectIds[i % projectIds.length], recency: { $gt: -4_102_444_800_000 + from + i } },
          sort: [{ projectId: 'asc' }, { recency: 'asc' }],
          limit: 50,
        })
        .exec();
      if (rows.length !== 50) throw new Error(`${rows.length} notes`);
      taken.push(performance.now() - at);
    }
    return taken;
  },
};
