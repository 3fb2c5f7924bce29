/** Yjs with Hocuspocus over one socket, each text persisted in IndexedDB by y-indexeddb. */
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';

/** number of concurrently open texts: each is an IndexedDB database */
const AT_ONCE = 20;
const texts = new Map();
let socket;

function open(name, keep) {
  const document = new Y.Doc();
  const persistence = keep ? new IndexeddbPersistence(name, document) : null;
  const provider = new HocuspocusProvider({ websocketProvider: socket, name, document });
  provider.attach();
  texts.set(name, { document, provider });
  return Promise.all([persistence?.whenSynced, new Promise((resolve) => provider.on('synced', resolve))]);
}
const connect = () => {
  socket ??= new HocuspocusProviderWebsocket({ url: `ws://${location.host}` });
};

globalThis.peer = {
  /** `documents` are counted as for the other peers, although list rows do not exist here: half of them are texts. */
  async firstSync(documents, ids) {
    const at = performance.now();
    connect();
    const waiting = [...ids];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let id = waiting.pop(); id; id = waiting.pop()) await open(id, true);
      }),
    );
    return performance.now() - at;
  },
  count: async () => texts.size,
  async open(name) {
    connect();
    await open(name, false);
  },
  /** Types characters at the end of a text; returns the time of each in milliseconds since the epoch. */
  async type(name, letters, everyMs) {
    const text = texts.get(name).document.getText('typed');
    const typed = [];
    for (let i = 0; i < letters; i += 1) {
      typed.push(performance.timeOrigin + performance.now());
      text.insert(text.length, 'x');
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    return typed;
  },
  /** The arrival time of each character, once all have arrived. */
  arrivals(name, letters) {
    const text = texts.get(name).document.getText('typed');
    const arrived = [];
    return new Promise((resolve) => {
      text.observe(() => {
        while (arrived.length < text.length) arrived.push(performance.timeOrigin + performance.now());
        if (text.length >= letters) resolve(arrived);
      });
    });
  },
};
