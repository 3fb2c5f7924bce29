/**
 * A fetch for large bodies of bytes. Chromium keeps what was sent for long: of bytes two copies in the process of the page, of a Blob one
 * in its own, until garbage is collected, which nothing asks for. So a worker sends, and goes with all it holds after some dozen
 * megabytes; the next one starts with the next body.
 */
import type { Fetch } from '../../sync/engine/connection/session';
import type { FromSender, ToSender } from './messages';

/** bytes that one worker sends, a little more at most */
const A_WORKER_SENDS = 32 * 1024 * 1024;
/** statuses whose answer has no body, by the fetch standard */
const WITHOUT_BODY = [101, 204, 205, 304];

interface Waiting {
  answer: (response: Response) => void;
  fail: (error: unknown) => void;
}

/** One worker and what waits for it. */
class Sender {
  sent = 0;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly worker: Worker) {
    worker.addEventListener('message', ({ data }: MessageEvent<FromSender>) => this.take(data));
    // its script is gone or broken: nothing it was given will be answered
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      for (const id of [...this.waiting.keys()]) this.take({ id, failed: event.message });
    });
  }

  get idle(): boolean {
    return this.waiting.size === 0;
  }

  send(url: string, body: Uint8Array<ArrayBuffer>, init: RequestInit, done: () => void): Promise<Response> {
    const id = (this.last += 1);
    this.sent += body.length;
    return new Promise<Response>((answer, fail) => {
      this.waiting.set(id, { answer, fail });
      const abort = (): void => {
        this.say({ abort: id });
        if (this.waiting.delete(id)) fail(init.signal?.reason);
      };
      init.signal?.addEventListener('abort', abort, { once: true });
      this.say({ send: { id, url, method: init.method ?? 'GET', headers: Object.fromEntries(new Headers(init.headers)), credentials: init.credentials ?? 'same-origin', body } });
    }).finally(done);
  }

  end(): void {
    this.worker.terminate();
  }

  private say(message: ToSender): void {
    this.worker.postMessage(message);
  }

  private take(message: FromSender): void {
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.waiting.delete(message.id);
    // what `fetch` rejects with when there was no answer
    if ('failed' in message) waiting.fail(new TypeError(message.failed));
    else waiting.answer(new Response(WITHOUT_BODY.includes(message.status) ? null : message.text, { status: message.status, headers: message.headers }));
  }
}

/** `fetch` for requests whose body is a Uint8Array. */
export function createSender(start: () => Worker): Fetch {
  let sender: Sender | null = null;
  return (input, init) => {
    init.signal?.throwIfAborted();
    const current = (sender ??= new Sender(start()));
    return current.send(new URL(input, self.location.origin).href, init.body as Uint8Array<ArrayBuffer>, init, () => {
      if (current.sent < A_WORKER_SENDS && !init.signal?.aborted) return;
      if (sender === current) sender = null;
      if (current.idle) current.end();
    });
  };
}
