/// <reference lib="webworker" />
/** Entry of the replica worker: the engine with the browser's APIs. */
import { broadcastChannel } from '../sync/engine/storage/broadcast';
import { leanStorage } from '../sync/engine/storage/lean-storage';
import { pausableFetch } from './pausable-fetch';
import { serveReplica } from './serve-replica';

serveReplica(self, {
  fetch: pausableFetch((input, init) => fetch(input, init)),
  origin: self.location.origin,
  storage: (deleted) => leanStorage({ chromeTransactionDurability: 'strict' }, deleted),
  locks: navigator.locks,
  openChannel: broadcastChannel,
  deviceNow: Date.now,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  prefix: '',
  multiInstance: true,
  estimate: async () => {
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    return { usage, quota, persisted: await navigator.storage.persisted() };
  },
  report: (error) => console.error(error),
});
