/** The peers: each is a server process and a script for a page of its origin (bench/peers). */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { reservePort } from '../../tests/support/ports';
import { openBrowser, type Browser } from './browser';
import { bundle } from './bundle';
import { ended, PORTS } from './satchel';
import { askPage } from './satchel-page';

export type PeerName = 'dexie' | 'rxdb' | 'pouchdb' | 'tinybase' | 'hocuspocus';
export const PEERS: Record<PeerName, string> = {
  dexie: 'plain Dexie',
  rxdb: 'RxDB replication',
  pouchdb: 'PouchDB',
  tinybase: 'TinyBase',
  hocuspocus: 'Yjs and Hocuspocus',
};

export interface PeerServer {
  name: PeerName;
  url: string;
  stop(): Promise<void>;
}

export async function startPeer(name: PeerName, documents: string): Promise<PeerServer> {
  const port = await reservePort(PORTS);
  const child = fork(
    fileURLToPath(new URL(`../peers/${name}/server.mjs`, import.meta.url)),
    [String(port.number), documents],
    { execArgv: ['--max-old-space-size=4096'], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] },
  );
  child.once('exit', () => port.release());
  let printed = '';
  child.stderr?.on('data', (part: Buffer) => {
    printed = (printed + part.toString()).slice(-2_000);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the server of ${name} ended with code ${code}: ${printed}`)));
  });
  return { name, url: `http://localhost:${port.number}`, stop: () => ended(child) };
}

export interface PeerPage extends Browser {
  ask<T>(name: string, ...input: unknown[]): Promise<T>;
}

/** A page of the peer in a browser with an empty profile. */
export async function openPeerPage(server: PeerServer): Promise<PeerPage> {
  const browser = await openBrowser({ bare: true });
  await browser.page.goto(server.url);
  await browser.page.evaluate(await bundle(`peers/${server.name}/page.mjs`));
  return { ...browser, ask: (name, ...input) => askPage(browser.page, 'peer', name, input) };
}
