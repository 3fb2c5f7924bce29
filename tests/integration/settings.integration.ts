/** The settings of a company and their effects: passwords, sessions, storage, and retention, also on devices. */
import { describe, expect, it } from 'vitest';
import { projectCalls } from '../../server/core/projects/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { auditCalls, AUTOMATIC_ACTOR } from '../../server/organization/audit/contract';
import { identityCalls } from '../../server/organization/identity/contract';
import { invitationCalls } from '../../server/organization/invitations/contract';
import type { MailRequest } from '../../server/organization/mails/templates';
import { passwordCalls } from '../../server/organization/passwords/contract';
import { settingCalls } from '../../server/organization/settings/contract';
import { meetingNoteId, newId, spaceOf } from '../../sync/model/ids';
import type { KindName } from '../../sync/model/kinds';
import type { CallDefinition, CallInput } from '../../sync/protocol/call';
import { createClient } from '../../sync/protocol/client';
import { CallError } from '../../sync/protocol/errors';
import { sessionCalls } from '../../sync/protocol/session';
import { uploadCalls } from '../../sync/protocol/uploads';
import { PASSWORD, serveCompanies } from '../support/company-server';
import { cookieFetch } from '../support/cookie-fetch';
import { engineDevice, synced, until } from '../support/engine-device';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

const server = serveCompanies();

async function browser(email: string, password = PASSWORD) {
  const fetch = cookieFetch(server.origin);
  const call = createClient({ origin: server.origin, fetch });
  await call(identityCalls.login, { email, password });
  const refusal = <C extends CallDefinition>(which: C, input: CallInput<C>): Promise<string> =>
    call(which, input).then(
      () => 'fine',
      (error: unknown) => (error instanceof CallError ? error.code : String(error)),
    );
  return { fetch, call, refusal, email };
}
async function company() {
  const { id, owner, member } = await server.company();
  return {
    id,
    owner: await browser(owner.email),
    ownerId: owner.id,
    member: await browser(member.email),
    memberId: member.id,
  };
}

describe('the settings', () => {
  it('have permissive defaults, accept only the specified values, and every change is in the audit trail', async () => {
    const { id, owner, ownerId } = await company();
    expect(await owner.call(settingCalls.get, { id })).toEqual({
      mustChangePassword: false,
      retentionDays: null,
      retentionFrom: null,
      storageLimit: null,
      storageUsed: 0,
      sessionHours: null,
      sessionMaxHours: null,
      publicLinks: true,
      recordingHint: true,
      deviceLock: 'off',
      leaseHours: 72,
    });
    for (const wrong of [
      { retentionDays: 30 },
      { storageLimit: 1000 },
      { sessionHours: 0 },
      { sessionHours: 1441 },
      { sessionMaxHours: 1.5 },
      { leaseHours: 721 },
      { deviceLock: 'maybe' as 'off' },
    ]) {
      expect(await owner.refusal(settingCalls.change, { id, ...wrong }), JSON.stringify(wrong)).toBe('PARAM_ERROR');
    }
    const changed = await owner.call(settingCalls.change, {
      id,
      deviceLock: 'required',
      leaseHours: 24,
      storageLimit: 1024 ** 4,
    });
    expect(changed).toMatchObject({
      deviceLock: 'required',
      leaseHours: 24,
      storageLimit: 1024 ** 4,
      mustChangePassword: false,
    });
    // an unchanged value is not a change
    await owner.call(settingCalls.change, { id, leaseHours: 24 });
    const { entries } = await owner.call(auditCalls.query, { companyId: id, action: 'company.setting' });
    expect(entries.map((e) => e.details)).toEqual([
      { deviceLock: ['off', 'required'], leaseHours: [72, 24], storageLimit: [null, 1024 ** 4] },
    ]);
    expect((await owner.call(sessionCalls.my, {})).deviceLock).toEqual({ required: true, leaseHours: 24 });
    // the trail is filtered by actor, action and time
    const found = async (filter: Partial<CallInput<typeof auditCalls.query>>) =>
      (await owner.call(auditCalls.query, { companyId: id, ...filter })).entries.length;
    const { actors } = await owner.call(auditCalls.actors, { companyId: id });
    expect(actors).toEqual([{ id: ownerId, name: 'Olive Owner' }]);
    expect(
      await Promise.all([
        found({ actorId: ownerId }),
        found({ actorId: AUTOMATIC_ACTOR }),
        found({ text: 'olive' }),
        found({ text: '%' }),
        found({ from: entries[0]!.at }),
        found({ from: entries[0]!.at + 1 }),
        found({ to: entries[0]!.at }),
      ]),
    ).toEqual([1, 0, 1, 0, 1, 0, 0]);
  });
});

describe('a required change of the password', () => {
  it('closes the console for everybody until it is done, and nothing else', async () => {
    const { id, owner, member } = await company();
    const project = await member.call(projectCalls.create, { title: 'What I was working on' });
    await owner.call(settingCalls.change, { id, mustChangePassword: true });
    expect(await owner.refusal(settingCalls.get, { id })).toBe('PASSWORD_CHANGE_REQUIRED');
    expect((await owner.call(sessionCalls.my, {})).mustChangePassword).toBe(true);
    // unsent changes of a device are still accepted
    server.parts.pass(6_000);
    expect((await member.call(sessionCalls.my, {})).mustChangePassword).toBe(true);
    expect((await member.call(projectCalls.get, { id: project.id })).title).toBe('What I was working on');

    await owner.call(passwordCalls.change, { oldPassword: PASSWORD, newPassword: 'Another-horse-2' });
    expect((await owner.call(sessionCalls.my, {})).mustChangePassword).toBe(false);
    expect((await owner.call(settingCalls.get, { id })).mustChangePassword).toBe(true);
    expect((await member.call(sessionCalls.my, {})).mustChangePassword).toBe(true);
    await owner.call(settingCalls.change, { id, mustChangePassword: false });
    expect((await member.call(sessionCalls.my, {})).mustChangePassword).toBe(false);
  });

  it('applies to a person without a password, and ends with the first one', async () => {
    const { id, owner } = await company();
    const email = `${newId()}@example.test`;
    await owner.call(invitationCalls.invite, { companyId: id, email, name: 'Nora New', departmentId: '' });
    const mail = server.parts.enqueued
      .filter((job) => job.name === 'mail')
      .map((job) => job.data as MailRequest)
      .findLast((l) => l.kind === 'invitation')!;
    const fetch = cookieFetch(server.origin);
    const call = createClient({ origin: server.origin, fetch });
    await call(invitationCalls.accept, { activeKey: new URL(mail.link).searchParams.get('activeKey')! });
    await owner.call(settingCalls.change, { id, mustChangePassword: true });
    server.parts.pass(6_000);
    expect(await call(sessionCalls.my, {})).toMatchObject({ hasPassword: false, mustChangePassword: true });
    await call(passwordCalls.initialize, { password: 'First-horse-1' });
    expect(await call(sessionCalls.my, {})).toMatchObject({ hasPassword: true, mustChangePassword: false });
  });
});

describe('sessions', () => {
  it('end after the configured hours without use', async () => {
    const { id, owner, member } = await company();
    await owner.call(settingCalls.change, { id, sessionHours: 8 });
    for (let i = 0; i < 3; i += 1) {
      server.parts.pass(7 * HOUR);
      expect(await member.refusal(sessionCalls.refresh, {})).toBe('fine');
    }
    server.parts.pass(8 * HOUR + 1);
    expect(await member.refusal(sessionCalls.my, {})).toBe('JWT_TOKEN_EXPIRED');
    expect(await member.refusal(sessionCalls.refresh, {})).toBe('JWT_TOKEN_EXPIRED');
  });

  it('end the configured hours after sign-in, however much they are used', async () => {
    const { id, owner, member } = await company();
    await owner.call(settingCalls.change, { id, sessionMaxHours: 24 });
    for (let i = 0; i < 3; i += 1) {
      server.parts.pass(7 * HOUR + 59 * 60_000);
      expect(await member.refusal(sessionCalls.refresh, {})).toBe('fine');
    }
    expect(await member.refusal(sessionCalls.my, {})).toBe('fine');
    // its access token has not expired yet
    server.parts.pass(6 * 60_000);
    expect(await member.refusal(sessionCalls.my, {})).toBe('JWT_TOKEN_EXPIRED');
    expect(await member.refusal(sessionCalls.refresh, {})).toBe('JWT_TOKEN_EXPIRED');
    await member.call(identityCalls.login, { email: member.email, password: PASSWORD });
    expect(await member.refusal(sessionCalls.my, {})).toBe('fine');
  });
});

describe('storage', () => {
  it('accepts recordings up to its limit, counts uploads in progress, and lets those continue', async () => {
    const { id, owner, member } = await company();
    await server.parts.platform.db.updateTable('companies').set({ storage_limit: 2000 }).where('id', '=', id).execute();
    const meeting = await member.call(meetingCalls.create, { title: 'Monday' });
    const recording = (recordingId: string, size: number) => ({
      meetingId: meeting.id,
      recordingId,
      fileName: 'a.mp3',
      size,
      mimeType: 'audio/mpeg',
    });
    const [first, second] = [newId(), newId()];
    await member.call(uploadCalls.apply, recording(first, 1500));
    expect(await member.refusal(uploadCalls.apply, recording(second, 501))).toBe('FILE_TOTAL_LENGTH_EXCEEDED');
    expect(await member.refusal(uploadCalls.apply, recording(first, 1500))).toBe('fine');
    expect(await member.refusal(uploadCalls.apply, recording(second, 500))).toBe('fine');
    expect((await owner.call(settingCalls.get, { id })).storageUsed).toBe(2000);
  });
});

describe('retention', () => {
  it('deletes old documents a day after it was shortened, on devices too; an unsent edit beats it, and deleted documents are erased later', async () => {
    const { id, owner, member, memberId } = await company();
    const project = await member.call(projectCalls.create, { title: 'Years of work' });
    const space = spaceOf('project', project.id);
    const at = (days: number): number => server.parts.platform.clock.now() - days * DAY;
    /** A note whose row and text were last changed so many days ago. */
    const note = async (title: string, days: number, textDays = days): Promise<string> => {
      const noteId = newId();
      await server.sync.store.write(id, async (tx) => {
        const fields = {
          space,
          projectId: project.id,
          title,
          snippet: '',
          type: 'note' as const,
          creatorId: memberId,
          shareRange: 'project' as const,
          words: 0,
          characters: 0,
          createdAt: at(days),
        };
        await tx.put('notes', noteId, fields, at(days));
        await tx.put(
          'noteContents',
          noteId,
          { space, subject: 'note', subjectId: noteId, creatorId: memberId, state: '' },
          at(textDays),
        );
      });
      return noteId;
    };
    const [old, edited, young, textIsYoung] = [
      await note('Old', 200),
      await note('Edited offline', 200),
      await note('Young', 100),
      await note('Young text', 200, 10),
    ];
    const meeting = await member.call(meetingCalls.create, { title: 'Old meeting', projectId: project.id });
    await member.call(uploadCalls.apply, {
      meetingId: meeting.id,
      recordingId: newId(),
      fileName: 'a.mp3',
      size: 700,
      mimeType: 'audio/mpeg',
    });
    await server.sync.store.write(id, async (tx) => {
      await tx.put('meetings', meeting.id, { title: 'Old meeting' }, at(300));
      await tx.put(
        'noteContents',
        meetingNoteId(meeting.id),
        { space, subject: 'meeting', subjectId: meeting.id, creatorId: memberId, state: '' },
        at(300),
      );
    });

    // three devices of the member; two lose their network
    const cut = { a: false, b: false };
    const line =
      (which: 'a' | 'b') =>
      async (input: string, init: RequestInit): Promise<Response> => {
        if (cut[which]) throw new TypeError('fetch failed');
        return member.fetch(input, init);
      };
    const [online, away, longAway] = [
      engineDevice({ fetch: member.fetch, origin: server.origin }),
      engineDevice({ fetch: line('a'), origin: server.origin }),
      engineDevice({ fetch: line('b'), origin: server.origin }),
    ];
    for (const device of [online, away, longAway]) {
      await device.api.open({ refresh: true });
      await until(device.api, { kind: 'count', collection: 'notes' }, (n) => n === 4);
      await synced(device.api);
    }
    cut.a = cut.b = true;
    await away.api.run('note.rename', { id: edited, title: 'Edited while away' });
    await longAway.api.run('note.rename', { id: old, title: 'Edited long ago' });

    expect(await owner.call(settingCalls.retentionPreview, { id, retentionDays: 180 })).toMatchObject({
      notes: 2,
      meetings: 1,
      recordings: 1,
      bytes: 700,
    });
    expect(await owner.call(settingCalls.retentionPreview, { id, retentionDays: 365 })).toMatchObject({
      notes: 0,
      meetings: 0,
      recordings: 0,
      bytes: 0,
    });
    const { retentionFrom } = await owner.call(settingCalls.change, { id, retentionDays: 180 });
    expect(retentionFrom! - server.parts.platform.clock.now()).toBeGreaterThan(23 * HOUR);

    const left = async (collection: KindName): Promise<string[]> =>
      (
        await server.parts.platform.db
          .selectFrom('doc')
          .select('id')
          .where('company_id', '=', id)
          .where('collection', '=', collection)
          .where('deleted', '=', false)
          .execute()
      )
        .map((d) => d.id)
        .sort();
    await server.parts.run('retention');
    server.parts.pass(23 * HOUR);
    await server.parts.run('retention');
    expect((await left('notes')).length).toBe(4);
    await owner.call(sessionCalls.refresh, {});
    expect((await owner.call(settingCalls.retentionReceipts, { id })).receipts).toEqual([]);
    // a device that was offline for years pushes old documents: they stay for at least a day
    const late = await note('Arrived late', 900);

    server.parts.pass(DAY);
    await server.parts.run('retention');
    await owner.call(sessionCalls.refresh, {});
    expect(await left('notes')).toEqual([late, textIsYoung, young].sort());
    expect(await left('noteContents')).toEqual([late, textIsYoung, young].sort());
    expect(await left('meetings')).toEqual([]);
    expect(await left('projects')).toEqual([project.id]);
    const { receipts } = await owner.call(settingCalls.retentionReceipts, { id });
    expect(receipts).toMatchObject([{ notes: 2, meetings: 1, recordings: 1, bytes: 700 }]);
    const { entries } = await owner.call(auditCalls.query, { companyId: id, action: 'retention.deleted' });
    expect(entries).toMatchObject([{ actorId: '', details: { notes: [null, 2], meetings: [null, 1] } }]);

    // the creator is notified, once for all documents
    const notifications = await server.parts.platform.db
      .selectFrom('doc')
      .select(['space_id', 'data'])
      .where('company_id', '=', id)
      .where('collection', '=', 'notifications')
      .execute();
    expect(notifications).toEqual([
      {
        space_id: spaceOf('person', memberId),
        data: expect.objectContaining({
          kind: 'retentionDeleted',
          params: expect.objectContaining({ notes: 2, meetings: 1, days: 180 }),
          read: false,
        }),
      },
    ]);

    // on the online device the notes are gone, without any dialog
    await until(online.api, { kind: 'count', collection: 'notes' }, (n) => n === 3);
    await until(online.api, { kind: 'count', collection: 'meetings' }, (n) => n === 0);
    await until(
      online.api,
      { kind: 'status' },
      (s) => s.rejected === 0 && s.conflictVersions === 0 && s.waiting.documents === 0,
    );
    // an edit of a returning device restores its note, with its text, for everybody
    cut.a = false;
    await away.api.hint('online');
    await until(online.api, { kind: 'one', collection: 'notes', id: edited }, (n) => n?.title === 'Edited while away');
    expect(await left('noteContents')).toContain(edited);

    // a week later deleted documents that were not restored are erased, with their recordings
    server.parts.pass(8 * DAY);
    await server.parts.run('retention');
    await server.parts.run('uploads-purge');
    await owner.call(sessionCalls.refresh, {});
    const contentOf = (noteId: string) =>
      server.parts.platform.db
        .selectFrom('doc')
        .select(['data', 'deleted'])
        .where('company_id', '=', id)
        .where('collection', '=', 'notes')
        .where('id', '=', noteId)
        .executeTakeFirstOrThrow();
    expect(await contentOf(old)).toEqual({ data: {}, deleted: true });
    expect(await contentOf(edited)).toMatchObject({ data: { title: 'Edited while away' }, deleted: false });
    expect((await owner.call(settingCalls.get, { id })).storageUsed).toBe(0);
    // a later edit has no effect on the server and is not lost: its device reports it as rejected
    cut.b = false;
    await longAway.api.hint('online');
    const [rejected] = await until(longAway.api, { kind: 'rejectedChanges' }, (items) => items.length === 1);
    expect(rejected).toMatchObject({ documentId: old, title: 'Edited long ago' });
    expect((await contentOf(old)).deleted).toBe(true);
    for (const device of [online, away, longAway]) {
      await device.close();
      expect(device.errors).toEqual([]);
    }
  });
});
