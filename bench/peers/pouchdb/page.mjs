/** PouchDB with IndexedDB, replicating from a CouchDB-compatible server with its defaults. */
import PouchDB from 'pouchdb-browser';

const names = ['notes', 'notecontents'];
const db = Object.fromEntries(names.map((name) => [name, new PouchDB(name)]));

globalThis.peer = {
  async firstSync() {
    const at = performance.now();
    await Promise.all(names.map((name) => db[name].replicate.from(`${location.origin}/db/${name}`)));
    return performance.now() - at;
  },
  async count() {
    const infos = await Promise.all(names.map((name) => db[name].info()));
    return infos.reduce((sum, info) => sum + info.doc_count, 0);
  },
};
