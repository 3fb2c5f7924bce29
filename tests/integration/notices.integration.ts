/** Delivery of notifications: e-mails, digests and push messages, each exactly once. */
import { createECDH, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createOrganization, type Organization } from '../../server/features';
import { MAILS_A_DAY } from '../../server/organization/mails/limits';
import type { MailRequest } from '../../server/organization/mails/templates';
import { compose } from '../../server/organization/mails/templates';
import { DELIVERY_JOB, NoticeDelivery } from '../../server/organization/notices/delivery';
import { Push, PUSH_JOB } from '../../server/organization/notices/push';
import { vapidKeys } from '../../server/organization/notices/vapid';
import { createUser } from '../../server/organization/people/users';
import type { Actor } from '../../server/platform/context';
import type { SafeFetchRequest } from '../../server/platform/http/safe-fetch';
import { notify, notifyAll, NOTICES_MAX, type Notice } from '../../server/shared/notify';
import { createSync, type Sync } from '../../server/sync/sync';
import { Transaction } from '../../server/sync/transaction';
import { newId, spaceOf } from '../../sync/model/ids';
import { CallError } from '../../sync/protocol/errors';
import { describeOnEngines } from '../support/database';
import { createParts, type Parts } from '../support/parts';

describeOnEngines('notifications go out', (engine) => {
  let parts: Parts;
  let sync: Sync;
  let server: Organization;
  let companyId: string;
  let owner: string;
  let mia: string;
  /** what the scripted push service received, and what it answers */
  const received: { address: string; request: SafeFetchRequest }[] = [];
  let answer: () => number = () => 201;

  const user = (name: string) => createUser(parts.platform, { email: `${newId()}@example.test`, name, lang: 'en' });
  beforeAll(async () => {
    parts = await createParts(engine, { PUBLIC_ORIGIN: 'https://satchel.example' });
    sync = createSync(parts.platform, []);
    server = createOrganization(parts.platform, sync, {
      safeFetch: (address, request = {}) => {
        received.push({ address, request });
        return Promise.resolve({ url: address, status: answer(), contentType: undefined, body: Buffer.alloc(0) });
      },
    });
    [owner, mia] = [await user('Olga Owner'), await user('Mia Tanaka')];
    companyId = await server.service.createCompany({ name: 'Lantern Works', ownerId: owner });
    await server.service.addMember(companyId, { userId: mia });
  });
  afterAll(async () => {
    server.jobs.close();
    sync.close();
    server.authenticator.close();
    await parts.close();
  });
  beforeEach(async () => {
    await parts.platform.db.deleteFrom('notice_delivery').execute();
    await parts.platform.db.deleteFrom('push_subscription').execute();
    await choose([]);
    parts.enqueued.length = 0;
    received.length = 0;
    answer = () => 201;
  });

  const choose = (
    notices: { id: string; mail: 'now' | 'daily' | 'never'; push: boolean }[],
    timeZone = 'Asia/Tokyo',
  ): Promise<unknown> =>
    sync.store.write(companyId, (tx) => tx.put('preferences', mia, { notices, timeZone, mutedKinds: [] }));
  /** A project that Mia can read. */
  const subject = (): Promise<string> =>
    sync.store.write(companyId, async (tx) => {
      const id = newId();
      const space = spaceOf('project', id);
      await tx.createSpace(space, { members: [{ userId: mia, role: 'viewer' }] });
      const fields = {
        title: 'Subject',
        description: '',
        instructions: '',
        webSearchEnabled: false,
        ownerId: owner,
        shareRange: 'customize' as const,
      };
      await tx.put('projects', id, {
        ...fields,
        space,
        shareUserIds: [mia],
        shareDepartmentIds: [],
        contributorUserIds: [],
        contributorDepartmentIds: [],
        createdAt: tx.now(),
      } as never);
      return id;
    });
  const tell = async (notice: Partial<Notice> = {}): Promise<boolean> => {
    const subjectId = notice.subjectId ?? (await subject());
    return sync.store.write(companyId, (tx) =>
      notify(tx, {
        userId: mia,
        kind: 'noteShared',
        params: { title: 'Spring release' },
        link: '/project/1',
        ...notice,
        subjectId,
      }),
    );
  };
  const mails = (): MailRequest[] =>
    parts.enqueued.filter(({ name }) => name === 'mail').map(({ data }) => data as MailRequest);
  const notices = () => sync.store.read(companyId, (tx) => tx.list('notifications', { space: spaceOf('person', mia) }));
  const session = async (): Promise<string> => {
    const id = newId();
    const now = parts.platform.clock.now();
    await parts.platform.db
      .insertInto('sessions')
      .values({
        id,
        user_id: mia,
        company_id: companyId,
        created_at: now,
        last_seen_at: now,
        expires_at: now + 60 * 24 * 60 * 60_000,
      } as never)
      .execute();
    return id;
  };
  const device = async (over: { hasLock?: boolean; endpoint?: string; p256dh?: string } = {}): Promise<string> => {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const sessionId = await session();
    const actor: Actor = { userId: mia, companyId, sessionId, role: 'member', lang: 'en' };
    await server.push.subscribe(actor, {
      endpoint: `https://push.example/${newId()}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
      hasLock: false,
      ...over,
    });
    return sessionId;
  };

  it('at once, with a link that ends such mails', async () => {
    await choose([{ id: 'noteShared', mail: 'now', push: false }]);
    await tell({ params: { title: 'Visit https://evil.example now' } });
    await parts.run(DELIVERY_JOB);
    await parts.run(DELIVERY_JOB);
    expect(mails()).toHaveLength(1);
    const mail = compose(mails()[0]!);
    expect(mail.text).toContain('The note “Visit now” was shared with you');
    expect(mail.headers).toEqual({
      'List-Unsubscribe': expect.stringMatching(/^<https:\/\/satchel\.example\/notices\/unsubscribe\?of=.+>$/),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });

  it('in the digest, where the limit of mails sent at once is reached', async () => {
    await choose([{ id: 'noteShared', mail: 'now', push: false }]);
    await tell();
    await parts.run(DELIVERY_JOB);
    expect(mails()).toHaveLength(1);
    const counts = parts.platform.db.updateTable('mail_count').set({ n: MAILS_A_DAY.notice.toOneFromCompany });
    await counts.where('key', 'like', `notice to %from ${companyId}`).execute();
    await tell({ params: { title: 'Autumn release' } });
    await parts.run(DELIVERY_JOB);
    expect(mails()).toHaveLength(1);
    const { digest_at: at } = await parts.platform.db
      .selectFrom('notice_delivery')
      .select('digest_at')
      .executeTakeFirstOrThrow();
    parts.pass(at! - parts.platform.clock.now());
    await parts.run(DELIVERY_JOB);
    expect(mails().map(({ params }) => (params as { lines: string }).lines)[1]).toContain('Autumn release');
  });

  it('as one digest in the morning of the reader, once, though two processes look at the same time', async () => {
    await tell();
    await tell({ kind: 'projectShared', params: { title: 'Launch planning' } });
    await parts.run(DELIVERY_JOB);
    expect(mails()).toEqual([]);
    const { digest_at: at } = await parts.platform.db
      .selectFrom('notice_delivery')
      .select('digest_at')
      .executeTakeFirstOrThrow();
    expect(new Date(at!).toISOString()).toMatch(/T23:00:00\.000Z$/);
    parts.pass(at! - parts.platform.clock.now() + 1);
    const other = new NoticeDelivery(parts.platform, {
      store: sync.store,
      post: { send: (...sent: Parameters<typeof post.send>) => post.send(...sent) } as never,
      push: server.push,
      unsubscribing: server.unsubscribing,
    });
    await Promise.all([parts.run(DELIVERY_JOB), other.run(), parts.run(DELIVERY_JOB)]);
    expect([...mails(), ...otherMails]).toHaveLength(1);
    const lines = ([...mails(), ...otherMails][0]!.params as { lines: string }).lines;
    expect(lines.split('\n')).toEqual([
      '• The note “Spring release” was shared with you',
      '• “Launch planning” was shared with you',
    ]);
  });
  const otherMails: MailRequest[] = [];
  const post = {
    send: (...[kind, , params]: [string, unknown, object]) => {
      otherMails.push({ kind, params } as never);
      return Promise.resolve(true);
    },
  };

  it('as one digest with many lines, though several processes begin at the same moment', async () => {
    for (let i = 0; i < 12; i += 1) await tell();
    await parts.run(DELIVERY_JOB);
    parts.pass(25 * 60 * 60_000);
    otherMails.length = 0;
    const processes = Array.from(
      { length: 6 },
      () =>
        new NoticeDelivery(parts.platform, {
          store: sync.store,
          post: post as never,
          push: server.push,
          unsubscribing: server.unsubscribing,
        }),
    );
    await Promise.all(processes.map((each) => each.run()));
    expect(otherMails.map(({ params }) => (params as { lines: string }).lines.split('\n').length)).toEqual([12]);
  });

  it.each(['now', 'daily'] as const)('without what was withdrawn or deleted meanwhile (%s)', async (mail) => {
    await choose([{ id: 'noteShared', mail, push: true }]);
    await device();
    const [withdrawn, deleted] = [await subject(), await subject()];
    const withdraw = () =>
      sync.store.write(companyId, async (tx) => {
        await tx.setAccess(spaceOf('project', withdrawn), { members: [] });
        await tx.remove('projects', deleted);
      });
    for (const subjectId of [withdrawn, deleted]) await tell({ subjectId });
    if (mail === 'now') await withdraw();
    await parts.run(DELIVERY_JOB);
    if (mail === 'daily') await withdraw();
    parts.pass(25 * 60 * 60_000);
    await parts.run(DELIVERY_JOB);
    expect(mails()).toEqual([]);
    expect(parts.enqueued.filter(({ name }) => name === PUSH_JOB)).toHaveLength(mail === 'now' ? 0 : 2);
    expect(await parts.platform.db.selectFrom('notice_delivery').selectAll().execute()).toEqual([]);
  });

  it('about administration to administrators only, who may have become members meanwhile', async () => {
    await device();
    await tell({ kind: 'joinRequestWaiting', params: { name: 'Applicant' } });
    await parts.run(DELIVERY_JOB);
    expect(parts.enqueued.filter(({ name }) => name === PUSH_JOB)).toEqual([]);
    const asAdmin = (role: 'admin' | 'member') =>
      parts.platform.db.updateTable('user_company').set({ role }).where('user_id', '=', mia).execute();
    await asAdmin('admin');
    try {
      await tell({ kind: 'joinRequestWaiting', params: { name: 'Applicant' } });
      await parts.run(DELIVERY_JOB);
      expect(parts.enqueued.filter(({ name }) => name === PUSH_JOB)).toHaveLength(1);
    } finally {
      await asAdmin('member');
    }
  });

  it('in the morning of the organization’s usual zone, while the reader’s is not known', async () => {
    const zone = (id: string, timeZone: string) =>
      sync.store.write(companyId, (tx) => tx.put('preferences', id, { timeZone }));
    await zone(owner, 'Asia/Kathmandu');
    await zone(mia, '');
    await tell();
    await parts.run(DELIVERY_JOB);
    const { digest_at: at } = await parts.platform.db
      .selectFrom('notice_delivery')
      .select('digest_at')
      .executeTakeFirstOrThrow();
    // eight in the morning there
    expect(new Date(at!).toISOString()).toMatch(/T02:15:00\.000Z$/);
  });

  it('not by e-mail once they were read, deleted or switched off', async () => {
    await tell();
    await tell();
    await parts.run(DELIVERY_JOB);
    await sync.store.write(companyId, async (tx) => {
      const [first, second] = (await notices()).filter(({ read }) => !read).slice(-2);
      await tx.put('notifications', first!.id, { read: true });
      await tx.remove('notifications', second!.id);
    });
    parts.pass(25 * 60 * 60_000);
    await parts.run(DELIVERY_JOB);
    expect(mails()).toEqual([]);
    expect(await parts.platform.db.selectFrom('notice_delivery').selectAll().execute()).toEqual([]);
  });

  it('never for an act of one’s own, nor for a muted kind', async () => {
    const before = (await notices()).length;
    expect(await tell({ actorId: mia })).toBe(false);
    await sync.store.write(companyId, (tx) => tx.put('preferences', mia, { mutedKinds: ['noteShared'] }));
    expect(await tell()).toBe(false);
    expect((await notices()).length).toBe(before);
  });

  it('as one for many changes of a project, until it was read', async () => {
    const subjectId = newId();
    const change = () => tell({ kind: 'projectChanged', subjectId, isGrouped: true });
    await Promise.all(Array.from({ length: 5 }, change));
    const mine = async () => (await notices()).filter((each) => each.subjectId === subjectId);
    expect((await mine()).map(({ params }) => params['count'])).toEqual([5]);
    await sync.store.write(companyId, async (tx) => tx.put('notifications', (await mine())[0]!.id, { read: true }));
    await change();
    expect((await mine()).map(({ params }) => params['count']).sort()).toEqual([1, 5]);
  });

  it('to two hundred people with as many statements as to two, and at most some thousands at once', async () => {
    const people = Array.from({ length: 200 }, (_, i) => `many-${i}`);
    await sync.store.write(companyId, async (tx) => {
      for (const id of people) await sync.setCompanyMember(tx, id, true);
    });
    const statements = async (receivers: string[]): Promise<number> => {
      const query = vi.spyOn(parts.platform, 'query');
      const exists = vi.spyOn(Transaction.prototype, 'spaceExists');
      try {
        const event = {
          kind: 'noteShared',
          params: { title: 'T' },
          link: '',
          subjectId: newId(),
          isGrouped: true,
        } as const;
        const notified = await sync.store.write(companyId, (tx) => notifyAll(tx, [...receivers, 'left'], event));
        expect([...notified]).toEqual(receivers);
        expect(
          (await Promise.all(exists.mock.results.map(({ value }) => value as Promise<boolean>))).every(Boolean),
        ).toBe(true);
        return query.mock.calls.length;
      } finally {
        query.mockRestore();
        exists.mockRestore();
      }
    };
    const few = await statements(people.slice(0, 2));
    expect(await statements(people)).toBe(few);
    const total = await sync.store.write(companyId, async (tx) => {
      let all = 0;
      for (let i = 0; i < NOTICES_MAX / 200 + 1; i += 1)
        all += (await notifyAll(tx, people, { kind: 'noteShared', params: {}, link: '', subjectId: `s${i}` })).size;
      return all;
    });
    expect(total).toBe(NOTICES_MAX);
  });

  it('also behind one that cannot be delivered, which is dropped after an hour', async () => {
    await choose([{ id: 'noteShared', mail: 'now', push: true }]);
    await tell({ params: { title: 'Broken' } });
    await tell({ params: { title: 'Whole' } });
    const faulty = new NoticeDelivery(parts.platform, {
      store: sync.store,
      post: post as never,
      push: {
        enqueue: async (_company: string, _user: string, { text }: { text: string }) => {
          // a failed statement would end the whole transaction
          if (text.includes('Broken')) await sql`select 1 / 0`.execute(parts.platform.db);
        },
      } as never,
      unsubscribing: server.unsubscribing,
    });
    otherMails.length = 0;
    const left = () => parts.platform.db.selectFrom('notice_delivery').select('notice_id').execute();
    await faulty.run();
    expect([otherMails.length, (await left()).length]).toEqual([1, 1]);
    parts.pass(61 * 60_000);
    await faulty.run();
    expect([otherMails.length, (await left()).length]).toEqual([1, 0]);
  });

  it('to devices, encrypted and signed, and without content where there is a lock', async () => {
    await device();
    await device({ hasLock: true });
    await tell();
    await parts.run(DELIVERY_JOB);
    const messages = parts.enqueued.filter(({ name }) => name === PUSH_JOB).map(({ data }) => data);
    expect(messages.map((data) => Object.keys((data as { message: object }).message)).sort()).toEqual([
      ['id'],
      ['id', 'text', 'link'],
    ]);
    await parts.work(PUSH_JOB);
    expect(received).toHaveLength(2);
    const { post: sent } = received[0]!.request;
    expect(sent!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(sent!.headers['authorization']).toMatch(/^vapid t=/);
    expect(sent!.body.toString('latin1')).not.toContain('Spring');
  });

  it('to no device that signed out or whose session was revoked, also after the message was enqueued', async () => {
    const sessionId = await device();
    await tell();
    await parts.run(DELIVERY_JOB);
    await parts.platform.db
      .updateTable('sessions')
      .set({ revoked_at: 1, revoked_reason: 'revoked' })
      .where('id', '=', sessionId)
      .execute();
    await parts.work(PUSH_JOB);
    expect(received).toEqual([]);
    await server.push.cleanUp();
    expect(await parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
  });

  it('to an address only until its push service says that it is gone, or it is not public', async () => {
    for (const status of [
      () => 410,
      () => 403,
      () => {
        throw new CallError('WEBSITE_URL_NOT_PUBLIC');
      },
    ]) {
      answer = status;
      await device();
      await tell();
      await parts.run(DELIVERY_JOB);
      await parts.work(PUSH_JOB);
      expect(await parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
    }
    await device();
    await tell();
    await parts.run(DELIVERY_JOB);
    answer = () => 503;
    await expect(parts.work(PUSH_JOB)).rejects.toThrow('503');
  });

  it('to other devices while an address never answers; that one is tried less and less, then deleted', async () => {
    await device();
    await tell();
    await parts.run(DELIVERY_JOB);
    const { data } = parts.enqueued.find(({ name }) => name === PUSH_JOB)!;
    let attempts = 0;
    let isSilent = true;
    const scripted = new Push(
      parts.platform,
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
    parts.pass(11 * 60_000);
    expect([await attempt(), await attempt(), attempts]).toEqual(['done', 'done', 4]);
    // an answer ends the pauses
    parts.pass(11 * 60_000);
    isSilent = false;
    expect([await attempt(), await attempt(), attempts]).toEqual(['done', 'done', 6]);
    isSilent = true;
    for (let i = 0; i < 10; i += 1) {
      await attempt();
      parts.pass(11 * 60_000);
    }
    expect(await parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
  });

  it('to an address that never answers no more often after it was subscribed again', async () => {
    let attempts = 0;
    const scripted = new Push(
      parts.platform,
      (_address, { signal } = {}) => {
        attempts += 1;
        return new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason as Error), { once: true });
        });
      },
      1,
    );
    const endpoint = `https://push.example/${newId()}`;
    const tryAll = async () => {
      await tell();
      await parts.run(DELIVERY_JOB);
      for (const { data } of parts.enqueued.filter(({ name }) => name === PUSH_JOB))
        for (let i = 0; i < 4; i += 1)
          await (scripted.job().kind.handle as (data: object, context: object) => Promise<void>)(data, {
            signal: new AbortController().signal,
          }).catch(() => undefined);
    };
    const rows = () => parts.platform.db.selectFrom('push_failure').selectAll().execute();
    let sessionId = '';
    for (let round = 0; round < 3; round += 1) {
      // also with other keys, and of another session
      sessionId = await device({ endpoint });
      await tryAll();
    }
    expect(attempts).toBe(3);
    // unsubscribed and subscribed again, and after a clean-up without any subscription
    await parts.platform.db.deleteFrom('push_subscription').where('session_id', '!=', sessionId).execute();
    await server.push.unsubscribe({ userId: mia, companyId, sessionId, role: 'member', lang: 'en' });
    expect(await parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
    await server.push.cleanUp();
    await device({ endpoint });
    await tryAll();
    expect(attempts).toBe(3);
    // after the pause: one attempt
    parts.pass(11 * 60_000);
    await tryAll();
    expect(attempts).toBe(4);
    // remembered while it is subscribed, and for a day
    parts.pass(25 * 60 * 60_000);
    await server.push.cleanUp();
    expect(await rows()).toHaveLength(1);
    await parts.platform.db.deleteFrom('push_subscription').execute();
    await server.push.cleanUp();
    expect(await rows()).toEqual([]);
  });

  it('to the browser of a subscription, which nobody else ends or takes over', async () => {
    const endpoint = `https://push.example/${newId()}`;
    await device({ endpoint });
    // another person who learnt the address, with keys of their own
    await device({ endpoint });
    const rows = () =>
      parts.platform.db.selectFrom('push_subscription').select(['session_id', 'auth', 'p256dh']).execute();
    expect(await rows()).toHaveLength(2);
    // the same browser in a new session
    const [first] = await rows();
    const actor: Actor = { userId: mia, companyId, sessionId: await session(), role: 'member', lang: 'en' };
    await server.push.subscribe(actor, { endpoint, p256dh: first!.p256dh, auth: first!.auth, hasLock: false });
    expect((await rows()).filter(({ auth }) => auth === first!.auth)).toMatchObject([{ session_id: actor.sessionId }]);
  });

  it('with one key pair for all processes, sealed in the database', async () => {
    await parts.platform.db.deleteFrom('vapid_key').execute();
    const keys = await Promise.all([1, 2, 3].map(() => vapidKeys(parts.platform)));
    expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
    const row = await parts.platform.db.selectFrom('vapid_key').selectAll().executeTakeFirstOrThrow();
    expect(row.private_key).not.toContain(keys[0]!.privateKey);
    // the installation has a new secret: the start does not fail, and devices subscribe for the new pair
    await device();
    const config = { ...parts.platform.config, secret: 'another secret for tests, also long enough' };
    const renewed = await Promise.all([1, 2].map(() => vapidKeys({ ...parts.platform, config })));
    expect(new Set([...renewed.map(({ publicKey }) => publicKey), keys[0]!.publicKey]).size).toBe(2);
    expect(await parts.platform.db.selectFrom('push_subscription').selectAll().execute()).toEqual([]);
  });

  it('by e-mail after the unsubscribe link was opened or forged, but not after it was confirmed', async () => {
    await choose([{ id: 'noteShared', mail: 'now', push: true }]);
    const handler = server.unsubscribing.handler();
    const http = createServer((request, response) => void handler.handle(request, response, {} as never));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const mailsOfKind = async () =>
      (await sync.store.read(companyId, (tx) => tx.get('preferences', mia)))!.notices!.map(({ mail }) => mail);
    const path = server.unsubscribing.pathFor({ companyId, userId: mia, kind: 'noteShared' });
    const forged = path.replace(
      /of=[^.]+/,
      `of=${Buffer.from(JSON.stringify({ companyId, userId: mia, kind: 'all' })).toString('base64url')}`,
    );
    try {
      for (const [address, method] of [
        [path, 'GET'],
        [path, 'HEAD'],
        [path, 'PUT'],
        [forged, 'POST'],
        [path.slice(0, -2), 'POST'],
        [path.split('?')[0]!, 'POST'],
      ] as const) {
        const { status } = await fetch(origin + address, { method });
        expect([address === path, status]).toEqual([status === 200, status]);
        expect(await mailsOfKind()).toEqual(['now']);
      }
      // as a mail program does it, without a session (RFC 8058)
      const pressed = await fetch(origin + path, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
      expect([pressed.status, await mailsOfKind()]).toEqual([200, ['never']]);
      // a repeated request writes nothing, and so does not hold the company's clock
      const rev = async () => (await sync.store.read(companyId, (tx) => tx.get('preferences', mia)))!.rev;
      const before = await rev();
      expect((await fetch(origin + path, { method: 'POST' })).status).toBe(200);
      expect(await rev()).toBe(before);
    } finally {
      http.closeAllConnections();
      http.close();
    }
  });

  it('by no e-mail after the link of one was used', async () => {
    await choose([{ id: 'noteShared', mail: 'now', push: true }]);
    await server.unsubscribing.end({ companyId, userId: mia, kind: 'noteShared' });
    await tell();
    await parts.run(DELIVERY_JOB);
    parts.pass(25 * 60 * 60_000);
    await parts.run(DELIVERY_JOB);
    expect(mails()).toEqual([]);
    const preferences = await sync.store.read(companyId, (tx) => tx.get('preferences', mia));
    expect(preferences!.notices).toEqual([{ id: 'noteShared', mail: 'never', push: true }]);
  });
});
