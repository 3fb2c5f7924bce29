/**
 * A thousand open event streams of five people: time from the answer to a push, which is its commit, until the last
 * stream has its event.
 */
import { Agent, request, type ClientRequest } from 'node:http';
import { callPath } from '../../sync/protocol/call';
import { spaceOf } from '../../sync/model/ids';
import { nextRev } from '../../sync/model/rev';
import { PROTOCOL_HEADER, PROTOCOL_VERSION, syncCalls } from '../../sync/protocol/messages';
import { EMAILS, Person } from '../support/person';
import { pause, times, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { median, p95, round } from '../support/statistics';

/** milliseconds between pushes, so that gathered events are sent before the next */
const APART_MS = 400;

/** Opens a stream; calls back with each poke. */
function listen(url: string, cookie: string, onPoke: () => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const line = request(
      url + callPath(syncCalls.stream),
      {
        agent: new Agent(),
        headers: {
          cookie,
          origin: url,
          'sec-fetch-site': 'same-origin',
          accept: 'text/event-stream',
          [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
        },
      },
      (response) => {
        if (response.statusCode !== 200) {
          reject(new Error(`a stream was answered with ${response.statusCode}`));
          return;
        }
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          if (text.includes('event: poke')) onPoke();
        });
        response.on('error', () => undefined);
        resolve(line);
      },
    );
    line.on('error', reject);
    line.end();
  });
}

export const stream: Row = {
  name: 'stream',
  async run({ quick, say }) {
    const clients = quick ? 100 : 1_000;
    // five people have a thousand streams
    const server = await startServer({ env: { STREAMS_PER_SESSION: '1000', STREAMS_PER_PERSON: '1000' } });
    const lines: ClientRequest[] = [];
    try {
      const people = await Promise.all(EMAILS.map((email) => Person.signIn(server.url, email)));
      const writer = people[0]!;
      let received = 0;
      let all = (): void => undefined;
      for (let i = 0; i < clients; i += 1) {
        const cookies = (people[i % people.length]!.fetch as unknown as { cookies: Map<string, string> }).cookies;
        lines.push(
          await listen(server.url, [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), () => {
            received += 1;
            if (received === clients) all();
          }),
        );
      }
      // a project shared with the whole company
      const id = 'bench-for-all';
      const row = writer.made(id, {
        space: spaceOf('project', id),
        title: 'For all',
        description: '',
        instructions: '',
        ownerId: writer.userId,
        contributorUserIds: [],
        contributorDepartmentIds: [],
        shareRange: 'company',
        shareUserIds: [],
        shareDepartmentIds: [],
        webSearchEnabled: false,
        createdAt: Date.now(),
      });
      await writer.push('projects', [row]);
      let rev = row.newDocumentState.rev;
      await pause(5_000);
      const taken = await times(quick ? 5 : 20, async (turn) => {
        received = 0;
        const allReceived = new Promise<void>((resolve) => {
          all = resolve;
        });
        const next = nextRev(rev);
        await writer.push('projects', [
          {
            assumedMasterState: { rev },
            newDocumentState: { id, rev: next, title: `For all ${turn}`, updatedAt: Date.now() },
          },
        ]);
        const at = performance.now();
        rev = next;
        await allReceived;
        const ms = performance.now() - at;
        await pause(APART_MS);
        return ms;
      });
      say(`${clients} streams: median ${round(median(taken))} ms, p95 ${round(p95(taken))} ms`);
      const worst = p95(taken);
      return [
        {
          measured: `${clients.toLocaleString('en')} event streams, from commit to the last one, p95`,
          goal: 'under 250 ms',
          satchel: `${round(worst)} ms (median ${round(median(taken))} ms)`,
          beside: '',
          met: worst < 250,
        },
      ];
    } finally {
      for (const line of lines) line.destroy();
      await server.dispose();
    }
  },
};
