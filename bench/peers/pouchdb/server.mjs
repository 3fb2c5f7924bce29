/** express-pouchdb with the memory adapter: no disk of the server slows it down. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import expressPouchDB from 'express-pouchdb';
import memory from 'pouchdb-adapter-memory';
import PouchDB from 'pouchdb-core';
import mapreduce from 'pouchdb-mapreduce';
import replication from 'pouchdb-replication';
import { EMPTY_PAGE, port, readDocuments, ready } from '../common.mjs';

// it writes a configuration and a log into its working directory
process.chdir(mkdtempSync(join(tmpdir(), 'satchel-bench-pouchdb-')));
const Memory = PouchDB.plugin(memory).plugin(mapreduce).plugin(replication).defaults({ adapter: 'memory' });
for (const [name, rows] of Object.entries(readDocuments())) {
  const db = new Memory(name.toLowerCase());
  for (let first = 0; first < rows.length; first += 1_000)
    await db.bulkDocs(rows.slice(first, first + 1_000).map(({ id, ...rest }) => ({ _id: id, ...rest })));
}
const app = express();
app.get('/', (_, response) => response.type('html').send(EMPTY_PAGE));
app.use('/db', expressPouchDB(Memory, { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: '/dev/null' }));
app.listen(port, '127.0.0.1', ready);
