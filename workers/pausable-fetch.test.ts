import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TAKEOVER_CHANNEL } from '../sync/protocol/takeover';
import { pausableFetch } from './pausable-fetch';

let page: BroadcastChannel;
beforeEach(() => {
  page = new BroadcastChannel(TAKEOVER_CHANNEL);
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

it('pauses requests during a takeover, sends them afterwards, and does not pause again within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const asked: string[] = [];
  const fetch = pausableFetch((input) => {
    asked.push(String(input));
    return Promise.resolve(new Response());
  });
  const heard = async (): Promise<void> => {
    const also = new BroadcastChannel(TAKEOVER_CHANNEL);
    const message = new Promise<void>((resolve) => also.addEventListener('message', () => resolve()));
    page.postMessage(null);
    await message;
    also.close();
  };
  await fetch('before');
  await heard();
  const waiting = fetch('during');
  await Promise.resolve();
  expect(asked).toEqual(['before']);
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
  expect(asked).toEqual(['before', 'during']);
  await heard();
  await fetch('soon after');
  expect(asked).toEqual(['before', 'during', 'soon after']);
  await vi.advanceTimersByTimeAsync(60_000);
  await heard();
  void fetch('later');
  await Promise.resolve();
  expect(asked).toHaveLength(3);
});
