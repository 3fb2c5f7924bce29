/** Delivery of notifications, by e-mail and in digests, each exactly once. */
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { MAILS_A_DAY } from '../../server/organization/mails/limits';
import { compose, type MailRequest } from '../../server/organization/mails/templates';
import { DELIVERY_JOB, NoticeDelivery } from '../../server/organization/notices/delivery';
import { PUSH_JOB } from '../../server/organization/notices/push';
import { notifyAll, NOTICES_MAX } from '../../server/shared/notify';
import { Transaction } from '../../server/sync/transaction';
import { newId, spaceOf } from '../../sync/model/ids';
import { describeOnDatabase } from '../support/database';
import { startLocalServer } from '../support/local-server';
import { serveNotices } from '../support/notices';

describeOnDatabase('notifications go out', (engine) => {
  const { here, choose, subject, tell, mails, notices, device } = serveNotices(engine);

  it('at once, with a link that ends such mails', async () => {
    await choose([{ id: 'noteShared', mail: 'now', push: false }]);
    await tell({ params: { title: 'Visit https://evil.example now' } });
    await here.parts.run(DELIVERY_JOB);
    await here.parts.run(DELIVERY_JOB);
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
    await here.parts.run(DELIVERY_JOB);
    expect(mails()).toHaveLength(1);
    const counts = here.parts.platform.db.updateTable('mail_count').set({ n: MAILS_A_DAY.notice.toOneFromCompany });
    await counts.where('key', 'like', `notice to %from ${here.companyId}`).execute();
    await tell({ params: { title: 'Autumn release' } });
    await here.parts.run(DELIVERY_JOB);
    expect(mails()).toHaveLength(1);
    const { digest_at: at } = await here.parts.platform.db
      .selectFrom('notice_delivery')
      .select('digest_at')
      .executeTakeFirstOrThrow();
    here.parts.pass(at! - here.parts.platform.clock.now());
    await here.parts.run(DELIVERY_JOB);
    expect(mails().map(({ params }) => (params as { lines: string }).lines)[1]).toContain('Autumn release');
  });

  it('as one digest in the morning of the reader, once, though two processes look at the same time', async () => {
    await tell();
    await tell({ kind: 'projectShared', params: { title: 'Launch planning' } });
    await here.parts.run(DELIVERY_JOB);
    expect(mails()).toEqual([]);
    const { digest_at: at } = await here.parts.platform.db
      .selectFrom('notice_delivery')
      .select('digest_at')
      .executeTakeFirstOrThrow();
    expect(new Date(at!).toISOString()).toMatch(/T23:00:00\.000Z$/);
    here.parts.pass(at! - here.parts.platform.clock.now() + 1);
    const other = new NoticeDelivery(here.parts.platform, {
      store: here.sync.store,
      post: { send: (...sent: Parameters<typeof post.send>) => post.send(...sent) } as never,
      push: here.server.push,
      unsubscribing: here.server.unsubscribing,
    });
    await Promise.all([here.parts.run(DELIVERY_JOB), other.run(), here.parts.run(DELIVERY_JOB)]);
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
    await here.parts.run(DELIVERY_JOB);
    here.parts.pass(25 * 60 * 60_000);
    otherMails.length = 0;
    const processes = Array.from(
      { length: 6 },
      () =>
        new NoticeDelivery(here.parts.platform, {
          store: here.sync.store,
          post: post as never,
          push: here.server.push,
          unsubscribing: here.server.unsubscribing,
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
      here.sync.store.write(here.companyId, async (tx) => {
        await tx.setAccess(spaceOf('project', withdrawn), { members: [] });
        await tx.remove('projects', deleted);
      });
    for (const subjectId of [withdrawn, deleted]) await tell({ subjectId });
    if (mail === 'now') await withdraw();
    await here.parts.run(DELIVERY_JOB);
    if (mail === 'daily') await withdraw();
    here.parts.pass(25 * 60 * 60_000);
    await here.parts.run(DELIVERY_JOB);
    expect(mails()).toEqual([]);
    expect(here.parts.enqueued.filter(({ name }) => name === PUSH_JOB)).toHaveLength(mail === 'now' ? 0 : 2);
    expect(await here.parts.platform.db.selectFrom('notice_delivery').selectAll().execute()).toEqual([]);
  });

  it('about administration to administrators only, who may have become members meanwhile', async () => {
    await device();
    await tell({ kind: 'joinRequestWaiting', params: { name: 'Applicant' } });
    await here.parts.run(DELIVERY_JOB);
    expect(here.parts.enqueued.filter(({ name }) => name === PUSH_JOB)).toEqual([]);
    const asAdmin = (role: 'admin' | 'member') =>
      here.parts.platform.db.updateTable('user_company').set({ role }).where('user_id', '=', here.mia).execute();
    await asAdmin('admin');
    try {
      await tell({ kind: 'joinRequestWaiting', params: { name: 'Applicant' } });
      await here.parts.run(DELIVERY_JOB);
      expect(here.parts.enqueued.filter(({ name }) => name === PUSH_JOB)).toHaveLength(1);
    } finally {
      await asAdmin('member');
    }
  });

  it('in the morning of the organization’s usual zone, while the reader’s is not known', async () => {
    const zone = (id: string, timeZone: string) =>
      here.sync.store.write(here.companyId, (tx) => tx.put('preferences', id, { timeZone }));
    await zone(here.owner, 'Asia/Kathmandu');
    await zone(here.mia, '');
    await tell();
    await here.parts.run(DELIVERY_JOB);
    const { digest_at: at } = await here.parts.platform.db
      .selectFrom('notice_delivery')
      .select('digest_at')
      .executeTakeFirstOrThrow();
    // eight in the morning there
    expect(new Date(at!).toISOString()).toMatch(/T02:15:00\.000Z$/);
  });

  it('not by e-mail once they were read, deleted or switched off', async () => {
    await tell();
    await tell();
    await here.parts.run(DELIVERY_JOB);
    await here.sync.store.write(here.companyId, async (tx) => {
      const [first, second] = (await notices()).filter(({ read }) => !read).slice(-2);
      await tx.put('notifications', first!.id, { read: true });
      await tx.remove('notifications', second!.id);
    });
    here.parts.pass(25 * 60 * 60_000);
    await here.parts.run(DELIVERY_JOB);
    expect(mails()).toEqual([]);
    expect(await here.parts.platform.db.selectFrom('notice_delivery').selectAll().execute()).toEqual([]);
  });

  it('never for an act of one’s own, nor for a muted kind', async () => {
    const before = (await notices()).length;
    expect(await tell({ actorId: here.mia })).toBe(false);
    await here.sync.store.write(here.companyId, (tx) =>
      tx.put('preferences', here.mia, { mutedKinds: ['noteShared'] }),
    );
    expect(await tell()).toBe(false);
    expect((await notices()).length).toBe(before);
  });

  it('as one for many changes of a project, until it was read', async () => {
    const subjectId = newId();
    const change = () => tell({ kind: 'projectChanged', subjectId, isGrouped: true });
    await Promise.all(Array.from({ length: 5 }, change));
    const mine = async () => (await notices()).filter((each) => each.subjectId === subjectId);
    expect((await mine()).map(({ params }) => params['count'])).toEqual([5]);
    await here.sync.store.write(here.companyId, async (tx) =>
      tx.put('notifications', (await mine())[0]!.id, { read: true }),
    );
    await change();
    expect((await mine()).map(({ params }) => params['count']).sort()).toEqual([1, 5]);
  });

  it('to two hundred people with as many statements as to two, and at most some thousands at once', async () => {
    const people = Array.from({ length: 200 }, (_, i) => `many-${i}`);
    await here.sync.store.write(here.companyId, async (tx) => {
      for (const id of people) await here.sync.setCompanyMember(tx, id, true);
    });
    const statements = async (receivers: string[]): Promise<number> => {
      const query = vi.spyOn(here.parts.platform, 'query');
      const exists = vi.spyOn(Transaction.prototype, 'spaceExists');
      try {
        const event = {
          kind: 'noteShared',
          params: { title: 'T' },
          link: '',
          subjectId: newId(),
          isGrouped: true,
        } as const;
        const notified = await here.sync.store.write(here.companyId, (tx) =>
          notifyAll(tx, [...receivers, 'left'], event),
        );
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
    const total = await here.sync.store.write(here.companyId, async (tx) => {
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
    const faulty = new NoticeDelivery(here.parts.platform, {
      store: here.sync.store,
      post: post as never,
      push: {
        enqueue: async (_company: string, _user: string, { text }: { text: string }) => {
          // a failed statement would end the whole transaction
          if (text.includes('Broken')) await sql`select 1 / 0`.execute(here.parts.platform.db);
        },
      } as never,
      unsubscribing: here.server.unsubscribing,
    });
    otherMails.length = 0;
    const left = () => here.parts.platform.db.selectFrom('notice_delivery').select('notice_id').execute();
    await faulty.run();
    expect([otherMails.length, (await left()).length]).toEqual([1, 1]);
    here.parts.pass(61 * 60_000);
    await faulty.run();
    expect([otherMails.length, (await left()).length]).toEqual([1, 0]);
  });

  it('by e-mail after the unsubscribe link was opened or forged, but not after it was confirmed', async () => {
    await choose([{ id: 'noteShared', mail: 'now', push: true }]);
    const handler = here.server.unsubscribing.handler();
    const http = await startLocalServer((request, response) => void handler.handle(request, response, {} as never));
    const { origin } = http;
    const mailsOfKind = async () =>
      (await here.sync.store.read(here.companyId, (tx) => tx.get('preferences', here.mia)))!.notices!.map(
        ({ mail }) => mail,
      );
    const path = here.server.unsubscribing.pathFor({ companyId: here.companyId, userId: here.mia, kind: 'noteShared' });
    const forged = path.replace(
      /of=[^.]+/,
      `of=${Buffer.from(JSON.stringify({ companyId: here.companyId, userId: here.mia, kind: 'all' })).toString('base64url')}`,
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
      const rev = async () =>
        (await here.sync.store.read(here.companyId, (tx) => tx.get('preferences', here.mia)))!.rev;
      const before = await rev();
      expect((await fetch(origin + path, { method: 'POST' })).status).toBe(200);
      expect(await rev()).toBe(before);
    } finally {
      await http.close();
    }
  });

  it('by no e-mail after the link of one was used', async () => {
    await choose([{ id: 'noteShared', mail: 'now', push: true }]);
    await here.server.unsubscribing.end({ companyId: here.companyId, userId: here.mia, kind: 'noteShared' });
    await tell();
    await here.parts.run(DELIVERY_JOB);
    here.parts.pass(25 * 60 * 60_000);
    await here.parts.run(DELIVERY_JOB);
    expect(mails()).toEqual([]);
    const preferences = await here.sync.store.read(here.companyId, (tx) => tx.get('preferences', here.mia));
    expect(preferences!.notices).toEqual([{ id: 'noteShared', mail: 'never', push: true }]);
  });
});
