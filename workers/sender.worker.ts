/// <reference lib="webworker" />
/** Sends bytes and says what came back. What a browser keeps of what was sent goes with this worker (./sender/sender.ts). */
import type { FromSender, SendRequest, ToSender } from './sender/messages';

const underWay = new Map<number, AbortController>();
const say = (message: FromSender): void => self.postMessage(message);

async function send({ id, url, body, ...init }: SendRequest): Promise<void> {
  const abort = new AbortController();
  underWay.set(id, abort);
  try {
    const response = await fetch(url, { ...init, body: new Blob([body]), signal: abort.signal });
    say({ id, status: response.status, headers: [...response.headers], text: await response.text() });
  } catch (error) {
    say({ id, failed: String(error) });
  } finally {
    underWay.delete(id);
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToSender>) => {
  if ('send' in data) void send(data.send);
  else underWay.get(data.abort)?.abort();
});
