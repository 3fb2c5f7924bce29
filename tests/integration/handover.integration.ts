/**
 * The quarantine of unsent changes of revoked devices: permitted senders, limits, retention, and readers. On each
 * database.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSync, type Sync } from '../../server/sync/sync';
import { handoverCalls } from '../../server/organization/handover/contract';
import { HANDOVER_JOB } from '../../server/organization/handover/review';
import { identityCalls } from '../../server/organization/identity/contract';
import { memberCalls } from '../../server/organization/members/contract';
import { createUser } from '../../server/organization/people/users';
import { createOrganization, type Organization } from '../../server/composition';
import { deviceCalls } from '../../server/organization/sessions/contract';
import { newId, spaceOf } from '../../sync/model/ids';
import { HANDOVER, type HandedOver, type HandoverItem } from '../../sync/protocol/handover';
import { Device } from '../support/caller';
import { describeOnDatabase } from '../support/database';
import { createParts, type Parts } from '../support/parts';
import { changeRowsAs } from '../support/migrations';

const DAY = 24 * 60 * 60_000;
const PASSWORD = 'Correct-horse-1';

const note = (id: string, title: string, extra: Record<string, unknown> = {}): HandedOver<'document'> => ({
  kind: 'document',
  id: `notes/${id}`,
  about: `notes/${id}`,
  title,
  at: 1,
  collection: 'notes',
  documentId: id,
  content: { id, title, ...extra },
  base: null,
});
const textOf = (id: string, state = 'AAA='): HandedOver<'document'> => ({
  kind: 'document',
  id: `noteContents/${id}`,
  about: `notes/${id}`,
  title: '',
  at: 1,
  collection: 'noteContents',
  documentId: id,
  content: { id, state },
  base: null,
});
const recording = (id: string, bytes: Buffer): HandedOver<'recording'> => ({
  kind: 'recording',
  id: `recording/${id}`,
  about: 'meetings/m1',
  title: 'Pier',
  at: 1,
  recordingId: id,
  meetingId: 'm1',
  fileName: 'pier.mp3',
  mimeType: 'audio/mpeg',
  language: 'en',
  source: 'microphone',
  startedAt: 1,
  endedAt: 2,
  capturedMs: 1,
  wallMs: 1,
  gaps: [],
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

describeOnDatabase('handover', (engine) => {
  let parts: Parts;
  let sync: Sync;
  let server: Organization;
  let person: { id: string; email: string };
  let owner: { id: string; email: string };
  let companyId: string;

  const make = async (name: string): Promise<{ id: string; email: string }> => {
    const email = `p${newId()}@example.test`;
    return { id: await createUser(parts.platform, { email, name, password: PASSWORD, lang: 'en' }), email };
  };
  const signIn = async ({ email } = person): Promise<Device> => {
    const d = new Device(server);
    await d.call(identityCalls.login, { email, password: PASSWORD });
    return d;
  };
  const sessionOf = async (d: Device): Promise<string> => (await d.call(identityCalls.my, {})).sessionId;
  /** A device that was told to erase, and another device of the same person. */
  const revoked = async (handover = true): Promise<{ lost: Device; here: Device; sessionId: string }> => {
    const [lost, here] = [await signIn(), await signIn()];
    const sessionId = await sessionOf(lost);
    await here.call(deviceCalls.revoke, { sessionId, handover });
    return { lost, here, sessionId };
  };
  const items = (d: Device, given: HandoverItem[], of = companyId) =>
    d.call(handoverCalls.items, { companyId: of, items: given });
  const refused = async (d: Device, given: HandoverItem[] = [note('n1', 'Tunnel')], of = companyId): Promise<string> =>
    (await d.refusal(handoverCalls.items, { companyId: of, items: given })).code;

  beforeAll(async () => {
    parts = await createParts(engine);
    sync = createSync(parts.platform, []);
    server = createOrganization(parts.platform, sync);
  });
  afterAll(async () => {
    sync.close();
    server.authenticator.close();
    await parts.close();
  });
  beforeEach(async () => {
    [owner, person] = [await make('Olive Owner'), await make('Max Member')];
    companyId = await server.service.createCompany({ name: 'Lantern Works', ownerId: owner.id });
    await server.service.addMember(companyId, { userId: person.id });
  });

  it('authenticates the sender of a large body before reading it', async () => {
    const large = server.routes.filter(({ call }) => call.who === 'anyone' && (call.maxBody ?? 0) > 1024 * 1024);
    expect(large.map(({ call }) => call)).toEqual([handoverCalls.items, handoverCalls.audio]);
    for (const { admit } of large)
      for (const refreshToken of [undefined, 'made up'])
        await expect(admit!({ cookies: { refreshToken } } as never)).rejects.toMatchObject({ code: 'HANDOVER_CLOSED' });
  });

  it('is written once by a device that was told to erase, and read by its person only; others see counts', async () => {
    const { lost, here, sessionId } = await revoked();
    expect((await lost.refusal(identityCalls.refresh, {})).details.params).toEqual({ wipe: 'true', handover: 'true' });
    const sound = Buffer.from('sound '.repeat(1_000));
    await items(lost, [textOf('n1'), note('n1', 'Tunnel'), note('n2', 'Gone', { _deleted: true })]);
    await items(lost, [note('n1', 'Tunnel\u0000 again')]);
    const part = (offset: number, bytes: Buffer) =>
      lost.call(handoverCalls.audio, { companyId, recordingId: 'r1', offset, bytes: bytes.toString('base64') });
    expect(await part(0, sound.subarray(0, 1_000))).toEqual({ size: 1_000 });
    // the answer was lost, and a part arrives out of order
    expect([await part(0, sound.subarray(0, 1_000)), await part(5_000, sound.subarray(5_000))]).toEqual([
      { size: 1_000 },
      { size: 1_000 },
    ]);
    expect(await part(1_000, sound.subarray(1_000))).toEqual({ size: sound.length });
    await items(lost, [recording('r1', sound)]);
    // a handover is not listed before the device has finished it
    expect((await here.call(handoverCalls.list, {})).handovers).toEqual([]);
    await lost.call(handoverCalls.finish, { leftOut: 1 });
    for (const again of [await refused(lost), (await lost.refusal(handoverCalls.finish, {})).code])
      expect(again).toBe('HANDOVER_CLOSED');
    expect((await lost.refusal(identityCalls.refresh, {})).details.params).toEqual({ wipe: 'true' });
    await lost.call(identityCalls.erased, {});

    // a handover that is not reviewed is discarded eventually: its readers are notified, wherever they are signed in
    expect(
      await sync.store.read(companyId, (tx) => tx.list('notifications', { space: spaceOf('person', person.id) })),
    ).toMatchObject([{ kind: 'handedOver', params: { count: 3 }, link: '/settings?section=devices', read: false }]);
    expect(
      await sync.store.read(companyId, (tx) => tx.list('notifications', { space: spaceOf('person', owner.id) })),
    ).toEqual([]);

    const {
      handovers: [waiting, ...others],
    } = await here.call(handoverCalls.list, {});
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      from: null,
      count: 3,
      leftOut: 1,
      things: [
        { about: 'meetings/m1', hasRecording: true },
        { about: 'notes/n1', title: 'Tunnel again' },
        { about: 'notes/n2', title: 'Gone' },
      ],
    });
    expect(waiting!.expiresAt - waiting!.handedOverAt).toBeGreaterThan(29 * DAY);
    const { id } = waiting!;
    const read = await here.call(handoverCalls.read, { id });
    expect([read.of, read.next, read.items.map((item) => item.id)]).toEqual([
      null,
      null,
      ['notes/n1', 'noteContents/n1', 'notes/n2', 'recording/r1'],
    ]);
    const bytes = await Promise.all(
      [0, 1_000].map((offset) => here.call(handoverCalls.readAudio, { id, recordingId: 'r1', offset })),
    );
    expect(Buffer.concat(bytes.map((each) => Buffer.from(each.bytes, 'base64'))).equals(sound)).toBe(true);

    const boss = await signIn(owner);
    expect((await boss.call(handoverCalls.list, {})).handovers).toEqual([]);
    for (const code of [
      (await boss.refusal(handoverCalls.read, { id })).code,
      (await boss.refusal(handoverCalls.readAudio, { id, recordingId: 'r1', offset: 0 })).code,
      (await boss.refusal(handoverCalls.resolve, { id, outcome: 'kept' })).code,
    ]) {
      expect(code).toBe('HANDOVER_NOT_FOUND');
    }
    const seen = async () =>
      (await boss.call(deviceCalls.ofMember, { userId: person.id })).sessions.find((s) => s.id === sessionId);
    expect(await seen()).toMatchObject({ state: 'erased', handover: false, handedOver: 3, toReview: 3 });

    await here.call(handoverCalls.resolve, { id, outcome: 'kept' });
    await here.call(handoverCalls.resolve, { id, outcome: 'discarded' });
    expect((await here.refusal(handoverCalls.read, { id })).code).toBe('HANDOVER_NOT_FOUND');
    expect([...parts.blobs.keys()].filter((key) => key.startsWith('handover/'))).toEqual([]);
    expect(await seen()).toMatchObject({ handedOver: 3, toReview: 0 });
  });

  it('is refused, always with the same error, for a session that was not told to hand over', async () => {
    const open = await signIn();
    expect(await refused(new Device(server))).toBe('HANDOVER_CLOSED');
    expect(await refused(open)).toBe('HANDOVER_CLOSED');
    const { lost } = await revoked(false);
    expect((await lost.refusal(identityCalls.refresh, {})).details.params).toEqual({ wipe: 'true' });
    expect(await refused(lost)).toBe('HANDOVER_CLOSED');
    // signed out on the device, by the person
    const left = await signIn();
    const copy = { ...left.cookies };
    await left.call(identityCalls.logout, {});
    left.cookies = copy;
    expect(await refused(left)).toBe('HANDOVER_CLOSED');
    // a new password, and a token that was used twice: the copy stays on the device
    const reused = await signIn();
    const before = { ...reused.cookies };
    parts.pass(60_000);
    await reused.call(identityCalls.refresh, {});
    await reused.call(identityCalls.refresh, {});
    const thief = new Device(server);
    thief.cookies = before;
    parts.pass(60_000);
    expect((await thief.refusal(identityCalls.refresh, {})).details.params).toEqual({ wipe: 'false' });
    expect(await refused(reused)).toBe('HANDOVER_CLOSED');
  });

  it('is refused for a token that the device has replaced and used', async () => {
    const lost = await signIn();
    const copy = new Device(server);
    copy.cookies = { ...lost.cookies };
    for (let turn = 0; turn < 2; turn += 1) await lost.call(identityCalls.refresh, {});
    const sessionId = await sessionOf(lost);
    await (await signIn()).call(deviceCalls.revoke, { sessionId });
    expect(await refused(copy)).toBe('HANDOVER_CLOSED');
    await items(lost, [note('n1', 'Tunnel')]);
  });

  it('can be cancelled for a device that turned out to be lost', async () => {
    const { lost, here, sessionId } = await revoked();
    await items(lost, [note('n1', 'Tunnel')]);
    await here.call(deviceCalls.revoke, { sessionId, handover: false });
    expect((await lost.refusal(identityCalls.refresh, {})).details.params).toEqual({ wipe: 'true' });
    expect(await refused(lost)).toBe('HANDOVER_CLOSED');
  });

  it('accepts nothing for companies that the person was never in', async () => {
    const { lost } = await revoked();
    const other = await server.service.createCompany({ name: 'Elsewhere', ownerId: (await make('Else')).id });
    expect(await refused(lost, [note('n1', 'Tunnel')], other)).toBe('HANDOVER_CLOSED');
    expect(await refused(lost, [note('n1', 'Tunnel')], newId())).toBe('HANDOVER_CLOSED');
  });

  it('has limits: items beyond them are not written, and earlier ones stay', async () => {
    const { lost, here } = await revoked();
    const large = 'x'.repeat(3 * 1024 * 1024);
    await items(lost, [note('n1', 'Small')]);
    for (let n = 0; n < 2; n += 1) await items(lost, [note(`l${n}`, `Large ${n}`, { large })]);
    const sized = (bytes: number) =>
      parts.platform.db.updateTable('handover_item').set({ bytes }).where('id', '=', 'notes/n1').execute();
    await sized(HANDOVER.itemsBytes - 8 * 1024 * 1024);
    expect(await refused(lost, [note('l5', 'One too many', { large })])).toBe('HANDOVER_TOO_LARGE');
    expect(await refused(lost, [note('l6', 'Too large alone', { large: 'x'.repeat(HANDOVER.itemBytes) })])).toBe(
      'HANDOVER_TOO_LARGE',
    );
    await sized(100);
    await lost.call(handoverCalls.finish, { leftOut: 2 });
    const {
      handovers: [waiting],
    } = await here.call(handoverCalls.list, {});
    expect(waiting).toMatchObject({ count: 3, leftOut: 2 });
    // the bytes of a page are limited
    let from: number | null = 0;
    const read: string[] = [];
    let pages = 0;
    while (from !== null) {
      const page: { items: HandoverItem[]; next: number | null } = await here.call(handoverCalls.read, {
        id: waiting!.id,
        from,
      });
      pages += 1;
      read.push(...page.items.map((item) => item.title));
      from = page.next;
    }
    expect([pages, read.sort()]).toEqual([2, ['Large 0', 'Large 1', 'Small']]);
  });

  it('has a separate limit for recordings', async () => {
    const { lost } = await revoked();
    await lost.call(handoverCalls.audio, { companyId, recordingId: 'r1', offset: 0, bytes: 'AAAA' });
    await parts.platform.db
      .updateTable('handover_audio')
      .set({ bytes: HANDOVER.audioBytes - 2 })
      .where('recording_id', '=', 'r1')
      .execute();
    expect(
      (await lost.refusal(handoverCalls.audio, { companyId, recordingId: 'r2', offset: 0, bytes: 'AAAA' })).code,
    ).toBe('HANDOVER_TOO_LARGE');
  });

  it('is accepted for thirty days after the revocation; the device is told to erase for as long as its cookie is valid', async () => {
    const { lost } = await revoked();
    parts.pass(29 * DAY);
    expect((await lost.refusal(identityCalls.refresh, {})).details.params).toEqual({ wipe: 'true', handover: 'true' });
    parts.pass(2 * DAY);
    await parts.run('identity-clean-up');
    expect(await refused(lost)).toBe('HANDOVER_CLOSED');
    expect((await lost.refusal(identityCalls.refresh, {})).details.params).toEqual({ wipe: 'true' });
    parts.pass(30 * DAY);
    await parts.run('identity-clean-up');
    expect((await lost.refusal(identityCalls.refresh, {})).code).toBe('JWT_TOKEN_EXPIRED');
  });

  it('is discarded after thirty days without a review; one that its device never finished is listed after a day', async () => {
    const { lost } = await revoked();
    await items(lost, [note('n1', 'Tunnel')]);
    await lost.call(handoverCalls.audio, { companyId, recordingId: 'r1', offset: 0, bytes: 'AAAA' });
    parts.pass(DAY + 60_000);
    const here = await signIn();
    const {
      handovers: [waiting],
    } = await here.call(handoverCalls.list, {});
    expect(waiting).toMatchObject({ count: 1 });
    parts.pass(29 * DAY);
    await parts.run(HANDOVER_JOB);
    expect((await (await signIn()).call(handoverCalls.list, {})).handovers).toEqual([]);
    expect([...parts.blobs.keys()].filter((key) => key.startsWith('handover/'))).toEqual([]);
    const row = await parts.platform.db
      .selectFrom('handover')
      .select('outcome')
      .where('id', '=', waiting!.id)
      .executeTakeFirst();
    expect(row).toEqual({ outcome: 'expired' });
  });

  describe('notifies its reader', () => {
    /** Runs the daily job. Returns the number of notifications that this person has. */
    const notified = async (reader = person.id): Promise<number> => {
      await parts.run(HANDOVER_JOB);
      return (
        await sync.store.read(companyId, (tx) =>
          tx.list('notifications', { space: spaceOf('person', reader), where: { kind: 'handedOver' } }),
        )
      ).length;
    };

    it('after a day of silence, once for what was sent, and not after its review', async () => {
      const { lost } = await revoked();
      await items(lost, [note('n1', 'Tunnel')]);
      expect(await notified()).toBe(0);
      parts.pass(DAY + 60_000);
      expect([await notified(), await notified()]).toEqual([1, 1]);
      // the device is heard of again, and falls silent again
      await items(lost, [note('n2', 'Pier')]);
      expect(await notified()).toBe(1);
      parts.pass(DAY + 60_000);
      expect([await notified(), await notified()]).toEqual([2, 2]);
      const here = await signIn();
      const {
        handovers: [waiting],
      } = await here.call(handoverCalls.list, {});
      await here.call(handoverCalls.resolve, { id: waiting!.id, outcome: 'discarded' });
      await lost.call(handoverCalls.finish, {});
      expect(await notified()).toBe(2);
    });

    it('once, if the device fell silent and then ends it without more content', async () => {
      const { lost } = await revoked();
      await items(lost, [note('n1', 'Tunnel')]);
      parts.pass(DAY + 60_000);
      expect(await notified()).toBe(1);
      await lost.call(handoverCalls.finish, {});
      expect(await notified()).toBe(1);
    });

    it.each([false, true])('again if an heir becomes its reader; ended by the device: %s', async (isEnded) => {
      const { lost } = await revoked();
      await items(lost, [note('n1', 'Tunnel')]);
      if (isEnded) await lost.call(handoverCalls.finish, {});
      else parts.pass(DAY + 60_000);
      expect([await notified(), await notified(owner.id)]).toEqual([1, 0]);
      await server.service.removeMember(companyId, person.id, owner.id);
      expect([await notified(owner.id), await notified(owner.id)]).toEqual([1, 1]);
    });

    describe('of earlier versions, which did not store who was notified', () => {
      /** Stores a handover as an earlier version did, and migrates it. */
      const migrate = async (fields: { notified_at: number | null; updated_at?: number }): Promise<void> => {
        await parts.platform.db
          .updateTable('handover')
          .set({ notified_user_id: null, ...fields })
          .where('company_id', '=', companyId)
          .execute();
        await changeRowsAs(parts.platform, '251-notified-reader');
      };

      it.each([false, true])('not again; ended by the device: %s', async (isEnded) => {
        const { lost } = await revoked();
        await items(lost, [note('n1', 'Tunnel')]);
        if (isEnded) await lost.call(handoverCalls.finish, {});
        else parts.pass(DAY + 60_000);
        expect(await notified()).toBe(1);
        const now = parts.platform.clock.now();
        await migrate(isEnded ? { notified_at: null, updated_at: now + 1 } : { notified_at: now });
        expect(await notified()).toBe(1);
      });

      it('but an heir of the heir, who was not', async () => {
        const lost = await signIn();
        await (await signIn(owner)).call(memberCalls.remove, { companyId, userId: person.id });
        await lost.refusal(identityCalls.my, {});
        await items(lost, [note('n1', 'Tunnel')]);
        await lost.call(handoverCalls.finish, {});
        await migrate({ notified_at: null });
        expect(await notified(owner.id)).toBe(1);
        const heir = await make('Hana Heir');
        await server.service.addMember(companyId, { userId: heir.id, role: 'admin' });
        await server.service.transferOwner(companyId, owner.id, heir.id);
        parts.pass(1000);
        await server.service.removeMember(companyId, owner.id, heir.id);
        await migrate({ notified_at: null });
        expect([await notified(heir.id), await notified(heir.id)]).toEqual([1, 1]);
      });
    });

    it('as soon as there is one', async () => {
      const { lost } = await revoked();
      await items(lost, [note('n1', 'Tunnel')]);
      parts.pass(DAY + 60_000);
      const join = (status: 'active' | 'pending') =>
        parts.platform.db
          .updateTable('user_company')
          .set({ status })
          .where('company_id', '=', companyId)
          .where('user_id', '=', person.id)
          .execute();
      await join('pending');
      expect(await notified()).toBe(0);
      await join('active');
      expect(await notified()).toBe(1);
    });

    it('although another notification fails, which is sent a day later', async () => {
      const [first, second] = [(await revoked()).lost, (await revoked()).lost];
      for (const lost of [first, second]) await items(lost, [note('n1', 'Tunnel')]);
      parts.pass(DAY + 60_000);
      const { write } = sync.store;
      let failures = 0;
      // handovers of other tests are notified of before
      const failing = vi.spyOn(sync.store, 'write').mockImplementation((of, work) => {
        if (of === companyId && failures++ === 0) return Promise.reject(new Error('the database is busy'));
        return write.call(sync.store, of, work) as never;
      });
      expect(await notified()).toBe(1);
      failing.mockRestore();
      expect(failures).toBe(2);
      expect(await notified()).toBe(2);
    });
  });

  it('goes to the heir of a person who left, and to the next heir after them', async () => {
    const lost = await signIn();
    const boss = await signIn(owner);
    await boss.call(memberCalls.remove, { companyId, userId: person.id });
    expect((await lost.refusal(identityCalls.my, {})).details.params).toEqual({ wipe: 'true', handover: 'true' });
    await items(lost, [note('n1', 'Tunnel')]);
    await lost.call(handoverCalls.finish, {});
    const {
      handovers: [waiting],
    } = await boss.call(handoverCalls.list, {});
    expect(waiting).toMatchObject({ from: { userId: person.id, name: 'Max Member' }, count: 1 });
    expect((await boss.call(handoverCalls.read, { id: waiting!.id })).of).toBe(person.id);
    expect(
      await sync.store.read(companyId, (tx) => tx.list('notifications', { where: { subjectId: waiting!.id } })),
    ).toMatchObject([{ kind: 'handedOver', space: spaceOf('person', owner.id) }]);
    // the heir becomes a plain member, and leaves
    const heir = await make('Hana Heir');
    await server.service.addMember(companyId, { userId: heir.id, role: 'admin' });
    await server.service.transferOwner(companyId, owner.id, heir.id);
    expect((await (await signIn(heir)).call(handoverCalls.list, {})).handovers).toEqual([]);
    await server.service.removeMember(companyId, owner.id, heir.id);
    expect((await (await signIn(heir)).call(handoverCalls.list, {})).handovers.map(({ id }) => id)).toEqual([
      waiting!.id,
    ]);
    // a person who has joined again reviews it themselves
    await server.service.addMember(companyId, { userId: person.id });
    expect((await (await signIn(heir)).call(handoverCalls.list, {})).handovers).toEqual([]);
    expect((await (await signIn()).call(handoverCalls.list, {})).handovers).toMatchObject([
      { id: waiting!.id, from: null },
    ]);
  });

  describe('of a left organization, while the session continues in another', () => {
    let device: Device;
    let other: string;
    const to = (extra: object = {}) => ({ userId: person.id, companyId, ...extra });
    const send = (given = [note('n1', 'Tunnel')]) => device.call(handoverCalls.leftItems, { ...to(), items: given });
    const refusal = async (d: Device, whom: object = {}): Promise<string> =>
      (await d.refusal(handoverCalls.leftItems, { ...to(whom), items: [note('n1', 'Tunnel')] })).code;
    const remove = async () => (await signIn(owner)).call(memberCalls.remove, { companyId, userId: person.id });

    beforeEach(async () => {
      other = await server.service.createCompany({ name: 'Elsewhere', ownerId: person.id });
      device = await signIn();
    });

    it('is written once, without other access, and reviewed by the heir; the session continues', async () => {
      await remove();
      await device.call(identityCalls.refresh, {});
      await send([note('n1', 'Tunnel'), textOf('n1')]);
      expect(
        await device.call(handoverCalls.leftAudio, { ...to(), recordingId: 'r1', offset: 0, bytes: 'AAAA' }),
      ).toEqual({ size: 3 });
      await device.call(handoverCalls.leftFinish, { ...to(), leftOut: 1 });
      for (const code of [
        await refusal(device),
        (await device.refusal(handoverCalls.leftAudio, { ...to(), recordingId: 'r1', offset: 3, bytes: 'AAAA' })).code,
        (await device.refusal(handoverCalls.leftFinish, to())).code,
      ])
        expect(code).toBe('HANDOVER_CLOSED');
      expect((await device.call(handoverCalls.list, {})).handovers).toEqual([]);
      const boss = await signIn(owner);
      const {
        handovers: [waiting, ...rest],
      } = await boss.call(handoverCalls.list, {});
      expect(rest).toEqual([]);
      expect(waiting).toMatchObject({ from: { userId: person.id }, count: 1, leftOut: 1 });
      expect((await device.refusal(handoverCalls.read, { id: waiting!.id })).code).toBe('HANDOVER_NOT_FOUND');
      // an administrator who is not an heir
      const admin = await make('Ada Admin');
      await server.service.addMember(companyId, { userId: admin.id, role: 'admin' });
      expect((await (await signIn(admin)).call(handoverCalls.list, {})).handovers).toEqual([]);
      expect((await device.call(identityCalls.my, {})).memberOf).toEqual([other]);
    });

    it('is accepted again after another removal', async () => {
      await remove();
      await device.call(identityCalls.refresh, {});
      await send();
      await device.call(handoverCalls.leftFinish, to());
      parts.pass(60_000);
      await server.service.addMember(companyId, { userId: person.id });
      await remove();
      await send([note('n2', 'Again')]);
      await device.call(handoverCalls.leftFinish, to());
      expect((await (await signIn(owner)).call(handoverCalls.list, {})).handovers.map(({ count }) => count)).toEqual([
        1, 1,
      ]);
    });

    it('is refused for an organization of which the person is a member, or never was, and for other people', async () => {
      expect(await refusal(device)).toBe('HANDOVER_CLOSED');
      await remove();
      await device.call(identityCalls.refresh, {});
      const stranger = await make('Sam Stranger');
      await server.service.createCompany({ name: 'Third', ownerId: stranger.id });
      for (const userId of [person.id, stranger.id])
        expect(await refusal(await signIn(stranger), { userId })).toBe('HANDOVER_CLOSED');
      // another person is signed in on the device, who left the same organization
      await server.service.addMember(companyId, { userId: stranger.id });
      await (await signIn(owner)).call(memberCalls.remove, { companyId, userId: stranger.id });
      expect(await refusal(device, { userId: stranger.id })).toBe('HANDOVER_CLOSED');
      expect(await refusal(await signIn(stranger))).toBe('HANDOVER_CLOSED');
      expect(await refusal(device, { companyId: newId() })).toBe('HANDOVER_CLOSED');
      expect(await refusal(new Device(server))).toBe('USER_NOT_LOGIN');
      await send();
      await server.service.addMember(companyId, { userId: person.id });
      expect(await refusal(device)).toBe('HANDOVER_CLOSED');
    });

    it('is refused for a person who was only invited', async () => {
      const { id: userId, email } = await make('Ina Invited');
      await server.service.createCompany({ name: 'Third', ownerId: userId });
      await server.service.addMember(companyId, { userId, status: 'pending' });
      await (await signIn(owner)).call(memberCalls.remove, { companyId, userId });
      expect(await refusal(await signIn({ id: userId, email }), { userId })).toBe('HANDOVER_CLOSED');
    });

    it('is refused thirty days after the removal', async () => {
      await remove();
      parts.pass(29 * DAY);
      device = await signIn();
      await send();
      parts.pass(2 * DAY);
      expect(await refusal(await signIn())).toBe('HANDOVER_CLOSED');
    });

    it('is refused for a session that was told to erase without a handover', async () => {
      const lost = await signIn();
      await device.call(deviceCalls.revoke, { sessionId: await sessionOf(lost), handover: false });
      await remove();
      expect(await refusal(lost)).toBe('SESSION_REVOKED');
      expect(await refused(lost)).toBe('HANDOVER_CLOSED');
    });

    it('has a maximum number of sessions', async () => {
      await remove();
      const { left_at: leftAt } = await parts.platform.db
        .selectFrom('departure')
        .select('left_at')
        .where('user_id', '=', person.id)
        .executeTakeFirstOrThrow();
      await parts.platform.db
        .insertInto('handover')
        .values(
          Array.from({ length: HANDOVER.sessionsOfLeaver }, (_, i) => ({
            id: newId(),
            company_id: companyId,
            user_id: person.id,
            session_id: `other-${i}`,
            device_name: '',
            revoked_at: leftAt,
            created_at: leftAt,
            updated_at: leftAt,
          })),
        )
        .execute();
      device = await signIn();
      expect(await refusal(device)).toBe('HANDOVER_CLOSED');
    });
  });
});
