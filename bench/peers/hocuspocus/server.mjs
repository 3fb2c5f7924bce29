/** Hocuspocus with documents in memory; each text is created from the documents on first use. */
import { Server } from '@hocuspocus/server';
import * as Y from 'yjs';
import { port, readDocuments, ready } from '../common.mjs';

const states = new Map(readDocuments().noteContents.map(({ id, state }) => [id, Buffer.from(state, 'base64')]));
const server = new Server({
  port,
  address: '127.0.0.1',
  quiet: true,
  stopOnSignals: false,
  async onLoadDocument({ documentName, document }) {
    const state = states.get(documentName);
    if (state) Y.applyUpdate(document, state);
    return document;
  },
});
await server.listen();
ready();
