/**
 * A network in which each message is controlled: requests in flight to the server, and answers in flight back. Each can
 * be delivered, lost, duplicated, or arrive long after its sender has timed out.
 */
import type { Fetch } from '../../../sync/engine/storage/environment';
import { CallError } from '../../../sync/protocol/errors';

export interface Serve {
  answer(path: string, init: RequestInit): Promise<Response>;
  /** opens an event stream; throws the refusal of a person without access; returns the function that ends it */
  listen(who: string, write: (text: string) => void, ended: () => void): () => void;
}

export interface Flight {
  device: string;
  who: string;
  path: string;
  init: RequestInit;
  signal: AbortSignal | null;
  /** set when the server has answered and the answer is in flight */
  answer: Response | null;
  arrive(answer: Response): void;
  fail(): void;
}
/** A request whose sender has timed out. */
interface Ghost {
  path: string;
  init: RequestInit;
}

const STREAM = '/api/core/sync/stream';

/** The open answer of a stream. */
interface Line {
  write(text: string): void;
  end(error?: unknown): void;
}

/** An answer that has been read completely, as a message is delivered as a whole. */
const whole = async (answer: Response): Promise<Response> =>
  new Response(await answer.arrayBuffer(), { status: answer.status, headers: answer.headers });

/** The same answer, cut after a part of its bytes. */
export async function cutAnswer(answer: Response, part: number): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const rest = [bytes.slice(0, Math.floor(bytes.length * part))];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = rest.shift();
      if (next && next.length > 0) controller.enqueue(next);
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

export class Network {
  flights: Flight[] = [];
  ghosts: Ghost[] = [];
  serving = 0;
  private readonly streams = new Map<string, Set<Line>>();

  constructor(private readonly serve: Serve) {}

  /** The connection of one device of a person. */
  lineOf(device: string, who: string): Fetch {
    return (input, init) =>
      new Promise((resolve, reject) => {
        const path = input.replace(/^https?:\/\/[^/]+/, '');
        const done = (): void => {
          this.flights = this.flights.filter((f) => f !== flight);
          init.signal?.removeEventListener('abort', abort);
        };
        const abort = (): void => {
          done();
          reject(init.signal!.reason as Error);
        };
        const flight: Flight = {
          device,
          who,
          path,
          signal: init.signal ?? null,
          init: {
            ...init,
            signal: null,
            headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${who}` },
          },
          answer: null,
          arrive: (answer) => {
            done();
            resolve(answer);
          },
          fail: () => {
            done();
            reject(new TypeError('fetch failed'));
          },
        };
        if (init.signal?.aborted) {
          reject(init.signal.reason as Error);
          return;
        }
        init.signal?.addEventListener('abort', abort, { once: true });
        this.flights.push(flight);
      });
  }

  /** The request reaches the server; its answer is in flight. */
  async deliver(flight: Flight): Promise<void> {
    flight.answer = flight.path === STREAM ? this.stream(flight) : await this.reach(flight.path, flight.init);
  }

  /** An abandoned request reaches the server after all. */
  async deliverGhost(ghost: Ghost): Promise<void> {
    this.ghosts = this.ghosts.filter((g) => g !== ghost);
    await this.reach(ghost.path, ghost.init);
  }

  /** The request continues without its sender. */
  leave(flight: Flight): void {
    if (flight.path !== STREAM) this.ghosts.push({ path: flight.path, init: flight.init });
  }

  /** Delivers everything in order. */
  async flush(): Promise<void> {
    for (const flight of this.flights) {
      if (!flight.answer) await this.deliver(flight);
      flight.arrive(flight.answer!);
    }
  }

  /** Sends a poke without news, or for too many collections. */
  poke(device: string, collections: readonly string[]): void {
    for (const line of this.streams.get(device) ?? [])
      line.write(`event: poke\ndata: ${JSON.stringify({ seq: 1, collections })}\n\n`);
  }

  /** Breaks the connections of a device. */
  breakStreams(device: string): void {
    for (const line of [...(this.streams.get(device) ?? [])]) line.end(new TypeError('terminated'));
  }

  private async reach(path: string, init: RequestInit): Promise<Response> {
    this.serving += 1;
    try {
      return await whole(await this.serve.answer(path, init));
    } finally {
      this.serving -= 1;
    }
  }

  private stream({ device, who, signal }: Flight): Response {
    const of = this.streams.get(device) ?? new Set();
    this.streams.set(device, of);
    const line: Line = { write: () => {}, end: () => {} };
    let leave = (): void => {};
    try {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          line.write = (text) => {
            if (of.has(line)) controller.enqueue(new TextEncoder().encode(text));
          };
          line.end = (error) => {
            if (!of.delete(line)) return;
            if (error) controller.error(error);
            else controller.close();
            leave();
          };
          of.add(line);
          leave = this.serve.listen(who, line.write, () => line.end());
        },
        cancel: () => {
          if (of.delete(line)) leave();
        },
      });
      signal?.addEventListener('abort', () => line.end(signal.reason as Error), { once: true });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    } catch (error) {
      of.delete(line);
      if (!(error instanceof CallError)) throw error;
      return Response.json({ success: false, error: error.code, message: error.code }, { status: error.status });
    }
  }
}
