/** A question of a real device that is asked offline, sent by the service worker's code, and answered by a real server. */
import { expect, it } from 'vitest';
import { sendPreparedPushes } from '../../sync/engine/outbox/send-prepared-pushes';
import { demoDevices } from '../support/demo-devices';
import { eventually, synced, until } from '../support/engine-device';
import { MemoryLocks } from '../support/memory-locks';

const open = demoDevices(['projects', 'projectItems', 'threads', 'turns', 'answers']);

it('is answered once, though two senders and the engine send it', async () => {
  const emma = await open('emma');
  await emma.offline();
  const { threadId, turnId } = await emma.api.run('chat.ask', {
    question: 'When is the release to all customers?',
    kind: 'search',
    context: [],
    fileIds: [],
    usesWeb: false,
    language: 'en',
  });
  const { indexedDB, prefix } = emma.browser;
  const answers: unknown[] = [];
  const send = (): Promise<boolean> =>
    sendPreparedPushes({
      indexedDB,
      prefix,
      locks: new MemoryLocks(),
      fetch: async (url, init) => {
        const both = await Promise.all([emma.fetch(url, init), emma.fetch(url, init)]);
        for (const each of both) answers.push(await each.clone().json());
        return both[0];
      },
    });
  // while the browser runs, its tab holds the lock of the device; here it only shows that the request is stored
  await eventually(async () => (await send()) && answers.length > 0, 'the request is stored and sent');
  await emma.browser.kill();
  // the later sender gets the thread as the server has changed it for the question
  const none = { rejected: [] };
  for (const each of answers) expect(each).toMatchObject({ success: true, data: { answers: [none, none] } });

  const again = emma.browser.reopen();
  try {
    await again.api.open({ refresh: false });
    await emma.online(again.api);
    await until(again.api, { kind: 'one', collection: 'turns', id: turnId }, (turn) => turn?.state === 'SUCCEEDED');
    await synced(again.api);
    const turns = await until(
      again.api,
      { kind: 'find', collection: 'turns', selector: { parentId: threadId } },
      (found) => found.length > 0,
    );
    expect(turns.map(({ id }) => id)).toEqual([turnId]);
    const answer = await until(
      again.api,
      { kind: 'one', collection: 'answers', id: turnId },
      (found) => found !== null,
    );
    expect(answer).toMatchObject({ isComplete: true, mode: 'extractive' });
    const status = await until(again.api, { kind: 'status' }, () => true);
    expect(status).toMatchObject({ rejected: 0, conflictVersions: 0 });
  } finally {
    await again.close();
  }
});
