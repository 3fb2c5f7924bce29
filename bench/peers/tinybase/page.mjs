/** TinyBase: a mergeable store in memory, persisted in IndexedDB, synchronised over a WebSocket. */
import { createMergeableStore } from 'tinybase/mergeable-store';
import { createIndexedDbPersister } from 'tinybase/persisters/persister-indexed-db';
import { createWsSynchronizer } from 'tinybase/synchronizers/synchronizer-ws-client';

/** seconds the synchronizer waits for an answer: a large store exceeds its default */
const TIMEOUT_S = 300;
let store;

globalThis.peer = {
  async firstSync(documents) {
    const at = performance.now();
    store = createMergeableStore();
    const persister = createIndexedDbPersister(store, 'tinybase');
    await persister.load();
    const socket = new WebSocket(`ws://${location.host}/`);
    const synchronizer = await createWsSynchronizer(store, socket, TIMEOUT_S);
    const full = new Promise((resolve) => {
      const check = () => {
        if (store.getRowCount('notes') + store.getRowCount('noteContents') >= documents) resolve();
      };
      store.addDidFinishTransactionListener(check);
    });
    await synchronizer.startSync();
    await full;
    await persister.save();
    return performance.now() - at;
  },
  count: async () => store.getRowCount('notes') + store.getRowCount('noteContents'),
};
