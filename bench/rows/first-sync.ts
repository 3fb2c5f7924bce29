/**
 * A first sync into an empty browser: everything durable on this device. Satchel runs with its server on PGlite, the
 * peers with theirs in memory.
 */
import { openPeerPage, PEERS, startPeer, type PeerName, type PeerServer } from '../support/peers';
import type { Bench, Line, Row } from '../support/row';
import { openSatchelPage } from '../support/satchel-page';
import { startServer, type Server } from '../support/satchel';
import { noteId, seed } from '../support/seed';
import { median, round } from '../support/statistics';

interface Size {
  notes: number;
  rounds: number;
  peers: PeerName[];
}
const SIZES: Size[] = [
  { notes: 1_000, rounds: 5, peers: ['dexie', 'rxdb', 'pouchdb', 'tinybase', 'hocuspocus'] },
  { notes: 10_000, rounds: 3, peers: ['dexie', 'rxdb', 'pouchdb', 'tinybase'] },
  { notes: 50_000, rounds: 2, peers: ['dexie', 'rxdb', 'pouchdb', 'tinybase'] },
];
/** milliseconds after which a peer is stopped, and above which it is measured only once */
const LIMIT_MS = 180_000;
const SLOW_MS = 60_000;
/** two documents per note: a list row and a text */
const DOCUMENTS_A_NOTE = 2;

class Late extends Error {}
const within = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late('too slow')), LIMIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** Documents per second of one first sync of Satchel. */
async function satchel(server: Server, notes: number): Promise<number> {
  const page = await openSatchelPage(server.url);
  try {
    const taken = await within(page.ask('firstSync', page.worker));
    const have = (await page.ask('count', 'notes')) + (await page.ask('count', 'noteContents'));
    if (have < notes * DOCUMENTS_A_NOTE)
      throw new Error(`Satchel has ${have} of ${notes * DOCUMENTS_A_NOTE} documents`);
    return (have / taken) * 1_000;
  } finally {
    await page.dispose();
  }
}

async function peer(server: PeerServer, notes: number): Promise<number> {
  const page = await openPeerPage(server);
  // Yjs with Hocuspocus has texts only
  const documents = server.name === 'hocuspocus' ? notes : notes * DOCUMENTS_A_NOTE;
  try {
    const ids = server.name === 'hocuspocus' ? Array.from({ length: notes }, (_, at) => noteId(at)) : [];
    const taken = await within(page.ask<number>('firstSync', documents, ids));
    const have = await page.ask<number>('count');
    if (have < documents) throw new Error(`${server.name} has ${have} of ${documents} documents`);
    return (documents / taken) * 1_000;
  } finally {
    await page.dispose();
  }
}

/** @param late peers that did not finish a smaller size: they are skipped */
async function size(bench: Bench, { notes, rounds, peers }: Size, late: Set<PeerName>): Promise<Line> {
  const data = await seed(notes);
  const server = await startServer({ from: data.data });
  const servers: PeerServer[] = [];
  const speeds = new Map<string, number[]>([['satchel', []]]);
  const given = new Set<PeerName>(late);
  try {
    for (const name of peers.filter((each) => !late.has(each))) servers.push(await startPeer(name, data.documents));
    for (let turn = 0; turn < rounds; turn += 1) {
      speeds.get('satchel')!.push(await satchel(server, notes));
      bench.say(`first sync of ${notes}: Satchel ${round(speeds.get('satchel')!.at(-1)!)}/s`);
      for (const each of servers) {
        if (given.has(each.name)) continue;
        const speed = await peer(each, notes).catch((error: unknown) => {
          if (error instanceof Late) return Number.NaN;
          throw error;
        });
        if (Number.isNaN(speed)) late.add(each.name);
        if (!speed || (notes * DOCUMENTS_A_NOTE) / speed > SLOW_MS / 1_000) given.add(each.name);
        speeds.set(each.name, [...(speeds.get(each.name) ?? []), speed]);
        bench.say(`first sync of ${notes}: ${PEERS[each.name]} ${round(speed)}/s`);
      }
    }
  } finally {
    await server.dispose();
    for (const each of servers) await each.stop();
  }
  const mine = median(speeds.get('satchel')!);
  const dexie = median(speeds.get('dexie')!);
  const others = peers.map((name) => ({ name, speed: median(speeds.get(name) ?? [Number.NaN]) }));
  return {
    measured: `first sync of ${notes.toLocaleString('en')} notes (${(notes * DOCUMENTS_A_NOTE).toLocaleString('en')} documents), documents a second`,
    goal: '0.8 of plain Dexie; ahead of every peer',
    satchel: `${round(mine)} (${round(mine / dexie)} of Dexie)`,
    beside: others
      .map(({ name, speed }) => {
        if (!speeds.has(name)) return `${PEERS[name]} not tried again`;
        if (Number.isNaN(speed)) return `${PEERS[name]} not done in ${LIMIT_MS / 60_000} minutes`;
        const ofDexie = name === 'dexie' ? '' : ` (${round(speed / dexie)})`;
        return `${PEERS[name]} ${round(speed)}${ofDexie}${name === 'hocuspocus' ? ', texts alone' : ''}`;
      })
      .join('; '),
    met: mine >= 0.8 * dexie && others.every(({ name, speed }) => name === 'dexie' || !(speed > mine)),
  };
}

export const firstSync: Row = {
  name: 'first-sync',
  async run(bench) {
    const lines: Line[] = [];
    const late = new Set<PeerName>();
    for (const each of bench.quick ? [{ ...SIZES[0]!, rounds: 2 }] : SIZES) lines.push(await size(bench, each, late));
    return lines;
  },
};
