/** TinyBase's WebSocket server over a store in memory. */
import { createServer } from 'node:http';
import { createMergeableStore } from 'tinybase/mergeable-store';
import { createCustomPersister } from 'tinybase/persisters';
import { createWsServer } from 'tinybase/synchronizers/synchronizer-ws-server';
import { WebSocketServer } from 'ws';
import { EMPTY_PAGE, port, readDocuments, ready } from '../common.mjs';

const store = createMergeableStore();
store.transaction(() => {
  for (const [table, rows] of Object.entries(readDocuments()))
    for (const { id, abilities, ...rest } of rows) store.setRow(table, id, { ...rest, abilities: abilities.join(' ') });
});
const http = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(EMPTY_PAGE));
createWsServer(new WebSocketServer({ server: http, perMessageDeflate: false, maxPayload: 2 ** 30 }), () => {
  const served = createMergeableStore();
  return createCustomPersister(
    served,
    async () => store.getMergeableContent(),
    async () => {},
    () => 0,
    () => {},
    undefined,
    2,
  );
});
http.listen(port, '127.0.0.1', ready);
