/**
 * Every call of the core service on documents of another person: by a colleague without access, an administrator, the
 * owner of another company, and without a session. A declared call without an entry here fails.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coreCalls } from '../../server/calls';
import { fileCalls } from '../../server/core/files/contract';
import '../../server/core/files/tables';
import { dashboardCalls } from '../../server/core/dashboard/contract';
import { livePageAdminCalls } from '../../server/core/livepages/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { notificationCalls } from '../../server/core/notifications/contract';
import { canvasCalls } from '../../server/core/canvases/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { syncRoutes } from '../../server/sync/routes';
import { pageViewCalls } from '../../server/core/page-views/contract';
import { callName } from '../../server/platform/http/calls';
import { meetingNoteId, spaceOf } from '../../sync/model/ids';
import { KIND_NAMES, type KindName } from '../../sync/model/kinds';
import { nextRev } from '../../sync/model/rev';
import { CallError } from '../../sync/protocol/errors';
import { syncCalls } from '../../sync/protocol/messages';
import { noteImageCalls } from '../../sync/protocol/note-images';
import { summaryCalls } from '../../server/core/summaries/contract';
import { uploadCalls } from '../../sync/protocol/uploads';
import { Device } from '../support/caller';
import { openCore, type Core } from '../support/core';
import { describeOnDatabase } from '../support/database';
import type { Inputs, OutsiderEntry, Own, Things } from '../support/outsiders';
import { AUDIO, ownThings, privateThings, SECRET } from '../support/private-things';

const nothingOfOthers: Inputs = () => [];
const message =
  (more: object = {}): Inputs =>
  (a) => [{ audience: 'user', ids: [a.message], ...more }];

/** Calls that need no session, with what they answer for a document that is not public. */
const OPEN = new Map([
  [callName(noteCalls.html), 'NOTE_NOT_FOUND'],
  [callName(canvasCalls.html), 'CHAT_MESSAGE_DOCUMENT_NOT_FOUND'],
]);

/**
 * Inputs of each call that name documents of Ann's; empty for a call without ids. In an order in which Ann can make all
 * of them.
 */
const MATRIX: OutsiderEntry[] = [
  // entries of features: tests/integration/outsiders/<feature>.ts
  ...Object.values(import.meta.glob<OutsiderEntry[]>('./outsiders/*.ts', { eager: true, import: 'entries' })).flat(),
  [fileCalls.storage, nothingOfOthers],
  [projectCalls.create, nothingOfOthers],
  [projectCalls.search, () => [{ titleLike: SECRET }]],
  [projectCalls.get, (a) => [{ id: a.project }]],
  [projectCalls.shares, (a) => [{ id: a.project }]],
  [projectCalls.contributors, (a) => [{ id: a.project }]],
  [projectCalls.setShare, (a) => [{ projectId: a.project, shareRange: 'private' }]],
  [projectCalls.setContributors, (a) => [{ projectId: a.project, userIds: [], departmentIds: [] }]],
  [projectCalls.update, (a) => [{ id: a.project, description: 'taken' }]],
  [projectCalls.updateProfile, (a) => [{ projectId: a.project, webSearchEnabled: true }]],
  [projectCalls.archive, (a) => [{ projectId: a.project, archived: false }]],
  [projectCalls.setOwner, (a) => [{ projectId: a.project, userId: 'ann' }]],
  [
    projectCalls.setItem,
    (a, own) => [
      { projectId: a.project, itemType: 'note', itemId: a.note },
      { projectId: a.project, itemType: 'note', itemId: own.note },
    ],
  ],
  [projectCalls.searchItems, (a) => [{ projectId: a.project }]],
  [projectCalls.setItems, (a) => [{ projectId: a.project, items: [{ itemType: 'note', itemId: a.note }] }]],
  [projectCalls.restoreItem, (a) => [{ id: a.item }]],
  [projectCalls.unsetItem, (a) => [{ projectId: a.project, itemType: 'note', itemId: a.note }]],
  [
    projectCalls.byItem,
    (a) => [
      { itemType: 'note', itemId: a.note },
      { itemType: 'meeting', itemId: a.meeting },
    ],
  ],
  [projectCalls.searchNotes, (a) => [{ projectId: a.project }]],
  [noteCalls.get, (a) => [{ id: a.note }]],
  [noteCalls.html, (a) => [{ id: a.note }]],
  [
    noteCalls.save,
    (a, own) => [
      { projectId: a.project, title: 'A new one', content: 'x' },
      { projectId: a.project, noteId: a.note, title: 'Another title', content: 'x' },
      { projectId: own.project, noteId: a.note, title: 'Moved away' },
    ],
  ],
  [noteCalls.share, (a) => [{ noteId: a.note, shareRange: 'private' }]],
  [meetingCalls.create, (a) => [{ title: 'Between', projectId: a.project }]],
  [meetingCalls.get, (a) => [{ id: a.meeting }]],
  [meetingCalls.update, (a) => [{ id: a.meeting, status: 'ended' }]],
  [meetingCalls.myPage, (a) => [{ projectId: a.project }, { titleLike: SECRET }]],
  [meetingCalls.myLatest, (a) => [{ projectId: a.project }, { titleLike: SECRET }]],
  [meetingCalls.projectPage, (a) => [{ projectId: a.project }]],
  [meetingCalls.share, (a) => [{ meetingId: a.meeting, shareRange: 'private' }]],
  [meetingCalls.createParticipant, (a) => [{ meetingId: a.meeting, name: 'Guest' }]],
  [meetingCalls.renameParticipant, (a) => [{ id: a.participant, name: 'Renamed' }]],
  [meetingCalls.linkParticipant, (a) => [{ id: a.participant, userId: 'cho' }]],
  [meetingCalls.unlinkParticipant, (a) => [{ id: a.participant }]],
  [meetingCalls.participants, (a) => [{ id: a.meeting }]],
  [meetingCalls.assignSegment, (a) => [{ id: a.segment, meetingParticipantId: a.participant }]],
  [meetingCalls.segment, (a) => [{ id: a.segment }]],
  [meetingCalls.transcript, (a) => [{ id: a.meeting }]],
  [meetingCalls.correctSegment, (a) => [{ id: a.segment, content: 'corrected' }]],
  [meetingCalls.createNote, (a) => [{ meetingId: a.meeting, content: 'more' }]],
  [meetingCalls.updateNote, (a) => [{ id: meetingNoteId(a.meeting), content: 'other' }]],
  [meetingCalls.note, (a) => [{ id: a.meeting }]],
  [
    uploadCalls.apply,
    (a, own) => [
      { meetingId: a.meeting, recordingId: a.recording, fileName: 'a.wav', size: AUDIO.length, mimeType: 'audio/wav' },
      {
        meetingId: own.meeting,
        recordingId: a.recording,
        fileName: 'a.wav',
        size: AUDIO.length,
        mimeType: 'audio/wav',
      },
    ],
  ],
  [
    uploadCalls.finish,
    (a, own) =>
      [a.meeting, own.meeting].map((meetingId) => ({
        meetingId,
        uploadId: a.upload,
        sha256: createHash('sha256').update(AUDIO).digest('hex'),
      })),
  ],
  [meetingCalls.retryTranscription, (a) => [{ meetingId: a.meeting }]],
  [uploadCalls.state, (a) => [{ recordingId: a.recording }]],
  [uploadCalls.peaks, (a) => [{ recordingId: a.recording }]],
  [
    uploadCalls.remove,
    (a, own) => [a.meeting, own.meeting].map((meetingId) => ({ meetingId, recordingId: a.recording })),
  ],
  [notificationCalls.unreadCount, () => [{ audience: 'user' }]],
  [notificationCalls.page, () => [{ audience: 'user' }]],
  [notificationCalls.read, message()],
  [notificationCalls.noticeSetting, () => [{ audience: 'user' }]],
  [notificationCalls.remove, message()],
  [
    pageViewCalls.views,
    (a) => [
      { kind: 'project', id: a.project },
      { kind: 'note', id: a.note },
      { kind: 'meeting', id: a.meeting },
    ],
  ],
  [dashboardCalls.data, nothingOfOthers],
  [livePageAdminCalls.count, nothingOfOthers],
  [livePageAdminCalls.trend, nothingOfOthers],
  [livePageAdminCalls.page, nothingOfOthers],
  [livePageAdminCalls.setVisible, nothingOfOthers],
  [noteCalls.remove, (a) => [{ id: a.note }]],
  [meetingCalls.remove, (a) => [{ id: a.meeting }]],
  [projectCalls.remove, (a) => [{ id: a.project }]],
];

describeOnDatabase('private documents', (engine) => {
  let core: Core;
  let things: Things;
  const own = new Map<string, Own>();
  beforeAll(async () => {
    core = await openCore(engine);
    things = await privateThings(core);
    for (const id of ['ann', 'ben', 'dee', 'zoe']) own.set(id, await ownThings(core.person(id)));
  });
  afterAll(() => core.close());

  const spaces = (): string[] => [
    spaceOf('project', things.project),
    spaceOf('meeting', things.meeting),
    spaceOf('person', 'ann'),
  ];
  /** All documents in Ann's spaces except requests for access, her upload and her task. */
  const snapshot = async (): Promise<string> => {
    const documents = await core.sync.store.read('c1', async (tx) => {
      const found: unknown[] = [];
      for (const name of KIND_NAMES)
        for (const space of spaces())
          found.push(
            // asking for access is what an outsider may do
            ...(await tx.list(name, { space })).filter((doc) => !('kind' in doc) || doc.kind !== 'accessRequested'),
          );
      return found;
    });
    const uploads = await core.platform.db.selectFrom('upload').selectAll().where('id', '=', things.upload).execute();
    const files = [
      await core.platform.db.selectFrom('file_version').selectAll().where('item_id', '=', things.file).execute(),
      await core.platform.db.selectFrom('file_upload').selectAll().where('user_id', '=', 'ann').execute(),
      await core.platform.db.selectFrom('temporary_file').selectAll().where('user_id', '=', 'ann').execute(),
    ];
    const runs = await core.platform.db.selectFrom('run').selectAll().where('id', '=', things.task).execute();
    return JSON.stringify([documents, uploads, files, runs]);
  };
  const secrets = (): string[] => [SECRET, ...Object.values(things)];

  it('has an entry for every declared call', () => {
    expect(MATRIX.map(([call]) => callName(call)).sort()).toEqual(coreCalls.map(callName).sort());
  });

  it.each(['ben', 'dee', 'zoe'])('are neither revealed to %s nor changed by any call', async (who) => {
    const before = await snapshot();
    expect(before).toContain(SECRET);
    const caller = core.person(who);
    for (const [call, inputs] of MATRIX) {
      for (const input of inputs(things, own.get(who)!)) {
        const what = `${callName(call)} ${JSON.stringify(input)}`;
        const answer: unknown = await caller.call(call, input as never).catch((error: unknown) => error);
        if (answer instanceof CallError) {
          // a validation error would prove nothing about access
          expect(
            [403, 404, ...(answer.code === 'AUDIO_UPLOAD_APPLY_FAILED' ? [answer.status] : [])],
            `${what}: ${answer.code}`,
          ).toContain(answer.status);
          expect(JSON.stringify([answer.message, answer.details.params]), what).not.toContain(SECRET);
        } else {
          expect(answer, what).not.toBeInstanceOf(Error);
          for (const secret of secrets()) expect(JSON.stringify(answer), what).not.toContain(secret);
        }
      }
    }
    expect(await snapshot()).toBe(before);
  });

  it('require a session', async () => {
    const nobody = new Device({ routes: core.routes, authenticator: core.authenticator });
    for (const [call, inputs] of MATRIX) {
      for (const input of [...inputs(things, own.get('ben')!), {}].slice(0, 1)) {
        expect((await nobody.refusal(call, input as never)).code, callName(call)).toBe(
          OPEN.get(callName(call)) ?? 'USER_NOT_LOGIN',
        );
      }
    }
  });

  it.each(['ben', 'dee', 'zoe'])('are neither revealed to %s by pulls nor changed by pushes', async (who) => {
    const before = await snapshot();
    const device = new Device({ routes: syncRoutes(core.sync), authenticator: core.authenticator });
    device.authorization = `Bearer ${who}`;
    const documents = await core.sync.store.read('c1', async (tx) => {
      const found: [KindName, Record<string, unknown> & { id: string; rev: string }][] = [];
      for (const name of KIND_NAMES)
        for (const space of spaces())
          for (const doc of await tx.list(name, { space })) found.push([name, doc as never]);
      return found;
    });
    expect(new Set(documents.map(([name]) => name)).size).toBeGreaterThanOrEqual(7);
    for (const [collection, doc] of documents) {
      const next = { id: doc.id, rev: nextRev(doc.rev), updatedAt: core.now() };
      const rows = [
        { assumedMasterState: { rev: doc.rev }, newDocumentState: { ...next, title: 'taken' } },
        {
          assumedMasterState: { rev: doc.rev },
          newDocumentState: { ...next, space: `project:${own.get(who)!.project}`, projectId: own.get(who)!.project },
        },
        { assumedMasterState: { rev: doc.rev }, newDocumentState: { ...next, _deleted: true } },
        { assumedMasterState: null, newDocumentState: { ...doc, ...next, rev: nextRev(undefined) } },
        { assumedMasterState: { rev: nextRev(undefined) }, newDocumentState: { ...next, title: 'a guess' } },
      ];
      for (const row of rows) {
        const answer: unknown = await device
          .call(syncCalls.push, { collection, rows: [row] as never })
          .catch((error: unknown) => error);
        const what = `${collection} ${JSON.stringify(row.newDocumentState).slice(0, 200)}`;
        if (answer instanceof CallError) expect(answer.status, what).toBe(403);
        else {
          expect(answer, what).toMatchObject({ conflicts: [] });
          expect(JSON.stringify(answer), what).not.toContain(SECRET);
        }
      }
    }
    for (const collection of KIND_NAMES) {
      const answer = await device.call(syncCalls.pull, { collection, limit: 1000 });
      for (const secret of secrets()) expect(JSON.stringify(answer), collection).not.toContain(secret);
    }
    expect(await snapshot()).toBe(before);
  });

  it('can be used in all these calls by their owner', async () => {
    const ann = core.person('ann');
    for (const [call, inputs] of MATRIX) {
      // only the inputs that name the private documents, not those of her other project and meeting
      for (const input of inputs(things, { ...own.get('ann')!, project: things.project, meeting: things.meeting })) {
        const answer: unknown = await ann.call(call, input as never).catch((error: unknown) => error);
        // nothing was uploaded: these calls fail with an error that only an authorised caller gets
        if ([noteImageCalls.finish, fileCalls.finish, fileCalls.finishTemporary].includes(call as never))
          expect((answer as CallError).code, callName(call)).toBe('UPLOAD_NOT_FOUND');
        // the organization has no language model
        else if (
          [
            canvasCalls.revise,
            summaryCalls.applyTemplate,
            summaryCalls.testTemplate,
            summaryCalls.optimizeNote,
          ].includes(call as never)
        )
          expect((answer as CallError).code, callName(call)).toBe('CHAT_PROVIDER_NOT_FOUND');
        else if (call === (uploadCalls.finish as object) || call === (meetingCalls.retryTranscription as object))
          expect((answer as CallError).code, callName(call)).toMatch(
            /UPLOAD_INCOMPLETE|MEETING_RECORDING_FILE_NOT_FOUND/,
          );
        else if (answer instanceof Error)
          throw new Error(`${callName(call)} ${JSON.stringify(input)}`, { cause: answer });
      }
    }
    for (const [name, id] of [
      ['projects', things.project],
      ['notes', things.note],
      ['meetings', things.meeting],
    ] as const)
      expect(await ann.sees(name, id)).toBeNull();
  });

  it('cannot be shared across companies', async () => {
    const zoe = core.person('zoe');
    const { project } = own.get('zoe')!;
    const answer: unknown = await zoe
      .call(projectCalls.setShare, { projectId: project, shareRange: 'customize', userIds: ['ann'] })
      .catch((error: unknown) => error);
    if (!(answer instanceof CallError)) expect(answer).toMatchObject({ id: project });
    expect(await core.person('ann').sees('projects', project)).toBeNull();
    await expect(core.person('ann').call(projectCalls.get, { id: project })).rejects.toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    });
  });
});
