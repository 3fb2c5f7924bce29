/** Push messages: to whom they go, how often an address is tried, and the key pair that signs them. */
import { expect, it } from 'vitest';
import { DELIVERY_JOB } from '../../server/organization/notices/delivery';
import { Push, PUSH_JOB } from '../../server/organization/notices/push';
import { vapidKeys } from '../../server/organization/notices/vapid';
import type { Actor } from '../../server/platform/context';
import { newId } from '../../sync/model/ids';
import { CallError } from '../../sync/protocol/errors';
import { describeOnDatabase } from '../support/database';
import { serveNotices } from '../support/notices';

describeOnDatabase('push messages go out', (engine) => {
  const { here, tell, session, device } = serveNotices(engine);

  it('to devices, encrypted and signed, and without content where there is a lock', async () => {
    await device();
    await device({ hasLock: true });
    await tell();
    await here.parts.run(DELIVERY_JOB);
    const messages = here.parts.enqueued.filter(({ name }) => name === PUSH_JOB).map(({ data }) => data);
    expect(messages.map((data) => Object.keys((data as { message: object }).message)).sort()).toEqual([
      ['id'],
      ['id', 'text', 'link'],
    ]);
    await here.parts.work(PUSH_JOB);
    expect(here.received).toHaveLength(2);
    const { post: sent } = here.received[0]!.request;
    expect(sent!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(sent!.headers['authorization']).toMatch(/^vapid t=/);
    expect(sent!.body.toString('latin1')).not.toContain('Spring');
  });

  it('to no device that signed out or whose session was revoked, also after the message was enqueued', async () => {
    const sessionId = await device();
    await tell();
    await here.parts.run(DELIVERY_JOB);
    await here.parts.platform.db
      .updateTable('sessions')
      .set({ revoked_at: 1, revoked_reason: 'revoked' })
      .where('id', '=', sessionId)
      .execute();
    await here.parts.work(PUSH_JOB);
    expect(here.received).toEqual([]);
    await here.server.push.cleanUp();
    expect(await here.parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
  });

  it('to an address only until its push service says that it is gone, or it is not public', async () => {
    for (const status of [
      () => 410,
      () => 403,
      () => {
        throw new CallError('WEBSITE_URL_NOT_PUBLIC');
      },
    ]) {
      here.answer = status;
      await device();
      await tell();
      await here.parts.run(DELIVERY_JOB);
      await here.parts.work(PUSH_JOB);
      expect(await here.parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
    }
    await device();
    await tell();
    await here.parts.run(DELIVERY_JOB);
    here.answer = () => 503;
    await expect(here.parts.work(PUSH_JOB)).rejects.toThrow('503');
  });

  it('to other devices while an address never answers; that one is tried less and less, then deleted', async () => {
    await device();
    await tell();
    await here.parts.run(DELIVERY_JOB);
    const { data } = here.parts.enqueued.find(({ name }) => name === PUSH_JOB)!;
    let attempts = 0;
    let isSilent = true;
    const scripted = new Push(
      here.parts.platform,
      (address, { signal } = {}) => {
        attempts += 1;
        if (!isSilent)
          return Promise.resolve({ url: address, status: 201, contentType: undefined, body: Buffer.alloc(0) });
        return new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason as Error), { once: true });
        });
      },
      1,
    );
    const { kind } = scripted.job();
    expect([kind.retryLimit, kind.expireInSeconds]).toEqual([2, 30]);
    const attempt = async (): Promise<string> =>
      (kind.handle as (data: object, context: object) => Promise<void>)(data, {
        signal: new AbortController().signal,
      }).then(
        () => 'done',
        () => 'again',
      );
    expect([await attempt(), await attempt(), await attempt()]).toEqual(['again', 'again', 'again']);
    // a pause, then one attempt without retries
    expect([await attempt(), attempts]).toEqual(['done', 3]);
    here.parts.pass(11 * 60_000);
    expect([await attempt(), await attempt(), attempts]).toEqual(['done', 'done', 4]);
    // an answer ends the pauses
    here.parts.pass(11 * 60_000);
    isSilent = false;
    expect([await attempt(), await attempt(), attempts]).toEqual(['done', 'done', 6]);
    isSilent = true;
    for (let i = 0; i < 10; i += 1) {
      await attempt();
      here.parts.pass(11 * 60_000);
    }
    expect(await here.parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
  });

  it('to an address that never answers no more often after it was subscribed again', async () => {
    let attempts = 0;
    const scripted = new Push(
      here.parts.platform,
      (_address, { signal } = {}) => {
        attempts += 1;
        return new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason as Error), { once: true });
        });
      },
      1,
    );
    const endpoint = 'https://push.example/again';
    const tryAll = async () => {
      await tell();
      await here.parts.run(DELIVERY_JOB);
      for (const { data } of here.parts.enqueued.filter(({ name }) => name === PUSH_JOB))
        for (let i = 0; i < 4; i += 1)
          await (scripted.job().kind.handle as (data: object, context: object) => Promise<void>)(data, {
            signal: new AbortController().signal,
          }).catch(() => undefined);
    };
    const rows = () => here.parts.platform.db.selectFrom('push_failure').selectAll().execute();
    let sessionId = '';
    for (let round = 0; round < 3; round += 1) {
      // also with other keys, another path of the site, and of another session
      sessionId = await device({ endpoint: `https://push.example/${newId()}` });
      await tryAll();
    }
    expect(attempts).toBe(3);
    // unsubscribed and subscribed again, and after a clean-up without any subscription
    await here.parts.platform.db.deleteFrom('push_subscription').where('session_id', '!=', sessionId).execute();
    await here.server.push.unsubscribe({
      userId: here.mia,
      companyId: here.companyId,
      sessionId,
      role: 'member',
      lang: 'en',
    });
    expect(await here.parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
    await here.server.push.cleanUp();
    await device({ endpoint });
    await tryAll();
    expect(attempts).toBe(3);
    // after the pause: one attempt
    here.parts.pass(11 * 60_000);
    await tryAll();
    expect(attempts).toBe(4);
    // several such sites of one person pause further ones
    for (let site = 0; site < 4; site += 1) {
      await device({ endpoint: `https://push${site}.example/` });
      await tryAll();
    }
    expect([attempts, (await rows()).length]).toEqual([16, 5]);
    await device({ endpoint: 'https://another.example/' });
    await tryAll();
    expect(attempts).toBe(16);
    // remembered for a day
    here.parts.pass(23 * 60 * 60_000);
    await here.server.push.cleanUp();
    expect(await rows()).toHaveLength(5);
    here.parts.pass(2 * 60 * 60_000);
    await here.server.push.cleanUp();
    expect(await rows()).toEqual([]);
  });

  it('to the browser of a subscription, which other people can neither end nor take over', async () => {
    const endpoint = `https://push.example/${newId()}`;
    await device({ endpoint });
    // another person who learnt the address, with keys of their own
    await device({ endpoint });
    const rows = () =>
      here.parts.platform.db.selectFrom('push_subscription').select(['session_id', 'auth', 'p256dh']).execute();
    expect(await rows()).toHaveLength(2);
    // the same browser in a new session
    const [first] = await rows();
    const actor: Actor = {
      userId: here.mia,
      companyId: here.companyId,
      sessionId: await session(),
      role: 'member',
      lang: 'en',
    };
    await here.server.push.subscribe(actor, { endpoint, p256dh: first!.p256dh, auth: first!.auth, hasLock: false });
    expect((await rows()).filter(({ auth }) => auth === first!.auth)).toMatchObject([{ session_id: actor.sessionId }]);
  });

  it('with one key pair for all processes, sealed in the database', async () => {
    await here.parts.platform.db.deleteFrom('vapid_key').execute();
    const keys = await Promise.all([1, 2, 3].map(() => vapidKeys(here.parts.platform)));
    expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
    const row = await here.parts.platform.db.selectFrom('vapid_key').selectAll().executeTakeFirstOrThrow();
    expect(row.private_key).not.toContain(keys[0]!.privateKey);
    // the installation has a new secret: the start does not fail, and devices subscribe for the new pair
    await device();
    const config = { ...here.parts.platform.config, secret: 'another secret for tests, also long enough' };
    const renewed = await Promise.all([1, 2].map(() => vapidKeys({ ...here.parts.platform, config })));
    expect(new Set([...renewed.map(({ publicKey }) => publicKey), keys[0]!.publicKey]).size).toBe(2);
    expect(await here.parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
  });
});
