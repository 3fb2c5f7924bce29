/** The newest 50 notes of a project, each query run for the first time: the latency of opening a list. */
import { openPeerPage, PEERS, startPeer } from '../support/peers';
import type { Row } from '../support/row';
import { openSatchelPage } from '../support/satchel-page';
import { startServer } from '../support/satchel';
import { seed } from '../support/seed';
import { median, p95, round } from '../support/statistics';

const QUESTIONS = 100;

export const list: Row = {
  name: 'list',
  async run({ quick, say }) {
    const notes = quick ? 1_000 : 10_000;
    const rounds = quick ? 2 : 5;
    const data = await seed(notes);
    const server = await startServer({ from: data.data });
    const dexie = await startPeer('dexie', data.documents);
    const rxdb = await startPeer('rxdb', data.documents);
    const page = await openSatchelPage(server.url);
    const peers = [await openPeerPage(dexie), await openPeerPage(rxdb)];
    try {
      await page.ask('firstSync', page.worker);
      for (const peer of peers) await peer.ask('firstSync', notes * 2, []);
      const taken: number[][] = [[], [], []];
      for (let turn = 0; turn < rounds; turn += 1) {
        taken[0]!.push(p95(await page.ask('newest', data.projectIds, QUESTIONS, turn * QUESTIONS)));
        for (const [i, peer] of peers.entries())
          taken[i + 1]!.push(p95(await peer.ask<number[]>('newest', data.projectIds, QUESTIONS, turn * QUESTIONS)));
        say(`newest 50: ${taken.map((each) => round(each.at(-1)!)).join(' · ')} ms`);
      }
      const [mine, limit, stock] = taken.map(median) as [number, number, number];
      return [
        {
          measured: `newest 50 of a list, ${notes.toLocaleString('en')} notes, p95`,
          goal: 'within 1.5 of plain Dexie',
          satchel: `${round(mine)} ms (${round(mine / limit)} of Dexie)`,
          beside: `${PEERS.dexie} ${round(limit)} ms; RxDB ${round(stock)} ms`,
          met: mine <= 1.5 * limit,
        },
      ];
    } finally {
      for (const each of [page, ...peers]) await each.dispose();
      await server.dispose();
      for (const each of [dexie, rxdb]) await each.stop();
    }
  },
};
