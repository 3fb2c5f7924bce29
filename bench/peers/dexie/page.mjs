/** Plain Dexie without replication, conflicts or events: the speed limit of a browser's database. */
import Dexie from 'dexie';

/** documents per transaction */
const BATCH = 1_000;
const db = new Dexie('dexie');
db.version(1).stores({ notes: 'id, recency, [projectId+recency], [creatorId+recency]', noteContents: 'id, subjectId' });

async function* lines(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n');
    rest = parts.pop();
    yield parts;
  }
}

globalThis.peer = {
  async firstSync() {
    const at = performance.now();
    await db.open();
    let waiting = { notes: [], noteContents: [] };
    const write = async () => {
      const full = waiting;
      waiting = { notes: [], noteContents: [] };
      for (const [table, rows] of Object.entries(full)) if (rows.length > 0) await db.table(table).bulkPut(rows);
    };
    for await (const part of lines(await fetch('/documents'))) {
      for (const line of part) {
        const { collection, document } = JSON.parse(line);
        waiting[collection].push(document);
      }
      if (waiting.notes.length + waiting.noteContents.length >= BATCH) await write();
    }
    await write();
    return performance.now() - at;
  },
  count: async () => (await db.notes.count()) + (await db.noteContents.count()),
  async newest(projectIds, times, from) {
    const taken = [];
    for (let i = 0; i < times; i += 1) {
      const at = performance.now();
      const id = projectIds[i % projectIds.length];
      const rows = await db.notes
        .where('[projectId+recency]')
        .between([id, -4_102_444_800_000 + from + i], [id, Dexie.maxKey])
        .limit(50)
        .toArray();
      if (rows.length !== 50) throw new Error(`${rows.length} notes`);
      taken.push(performance.now() - at);
    }
    return taken;
  },
};
