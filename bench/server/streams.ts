/**
 * Event streams: many clients of one server, and the delay from a commit to the last of them.
 *
 *   push of one term (visible to all) ──► answer = committed ──► poke at each client ──► the last one
 */
import { request, type ClientRequest } from 'node:http';
import { newId, spaceOf } from '../../sync/model/ids';
import type { Person } from '../support/person';

export interface StreamTimes {
  clients: number;
  /** milliseconds from the answer of the push to the last client's poke, one value per round */
  last: number[];
}

/** One open stream. */
class Listener {
  private onPoke: (() => void) | null = null;
  private constructor(private readonly open: ClientRequest) {}

  static connect(url: string, cookie: string): Promise<Listener> {
    return new Promise((resolve, reject) => {
      const open = request(
        `${url}/api/core/sync/stream`,
        { agent: false, headers: { cookie, accept: 'text/event-stream' } },
        (answer) => {
          if (answer.statusCode !== 200) {
            reject(new Error(`a stream was refused: ${answer.statusCode}`));
            return;
          }
          const listener = new Listener(open);
          answer
            .setEncoding('utf8')
            .on('data', (text: string) => {
              if (text.includes('"terms"')) listener.onPoke?.();
            })
            .on('error', () => undefined);
          resolve(listener);
        },
      ).on('error', reject);
      open.end();
    });
  }

  /** Resolves at the next poke about terms. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.onPoke = resolve;
    });
  }

  close(): void {
    this.open.destroy();
  }
}

/**
 * @param people signed-in people; clients are distributed over them
 * @param companyId their company
 */
export async function streamTimes(
  url: string,
  people: readonly Person[],
  companyId: string,
  options: { clients: number; rounds: number; cookieOf: (person: Person) => string },
): Promise<StreamTimes> {
  const listeners: Listener[] = [];
  try {
    while (listeners.length < options.clients) {
      const batch = Array.from({ length: Math.min(50, options.clients - listeners.length) }, (_, i) =>
        Listener.connect(url, options.cookieOf(people[(listeners.length + i) % people.length]!)),
      );
      listeners.push(...(await Promise.all(batch)));
    }
    const writer = people[0]!;
    const write = (round: number): Promise<void> =>
      writer.push('terms', [
        writer.made(newId(Date.now()), {
          space: spaceOf('company', companyId),
          term: `Term ${round} ${Date.now()}`,
          definition: '',
          matchCount: 0,
          source: 'MANUAL',
          creatorId: writer.userId,
          createdAt: Date.now(),
        }),
      ]);
    const last: number[] = [];
    // the first round includes connections whose spaces were still being read
    for (let round = 0; round <= options.rounds; round += 1) {
      let lastAt = 0;
      const all = Promise.all(
        listeners.map((listener) =>
          listener.next().then(() => {
            lastAt = performance.now();
          }),
        ),
      );
      await write(round);
      const committed = performance.now();
      await all;
      if (round > 0) last.push(Math.max(0, lastAt - committed));
    }
    return { clients: options.clients, last };
  } finally {
    for (const listener of listeners) listener.close();
  }
}
