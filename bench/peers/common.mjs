/**
 * Shared parts of the peers' servers: a process that listens on a loopback port, serves an empty page, and reports when
 * it is ready.
 *
 *   node <peer>/server.mjs <port> <documents>      documents: NDJSON of {collection, document}, the same for all
 */
import { readFileSync } from 'node:fs';

export const [port, file] = [Number(process.argv[2]), process.argv[3]];

/** The documents by collection, ordered by their revision clock. */
export function readDocuments() {
  const all = { notes: [], noteContents: [] };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '') continue;
    const { collection, document } = JSON.parse(line);
    all[collection].push(document);
  }
  return all;
}

export const EMPTY_PAGE = '<!doctype html><meta charset="utf-8"><title>bench</title>';

export function ready() {
  process.on('SIGTERM', () => process.exit(0));
  process.send?.('ready');
}
