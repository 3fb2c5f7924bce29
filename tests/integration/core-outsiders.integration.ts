/**
 * Every call of the core service on documents of another person: by a colleague without access, an administrator, the
 * owner of another company, and without a session. A declared call without an entry here fails.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coreCalls } from '../../server/calls';
import { agentCalls } from '../../server/core/agents/contract';
import { fileCalls } from '../../server/core/files/contract';
import '../../server/core/files/tables';
import { blobKey } from '../../server/core/uploads/resumable';
import { dashboardCalls } from '../../server/core/dashboard/contract';
import { livePageAdminCalls } from '../../server/core/livepages/contract';
import { meetingCalls } from '../../server/core/meetings/contract';
import { TRANSCRIPTION } from '../../server/core/meetings/transcription-request';
import { messageCalls } from '../../server/core/notifications/contract';
import { notify } from '../../server/shared/notify';
import { canvasCalls } from '../../server/core/canvases/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { syncRoutes } from '../../server/sync/routes';
import { pageViewCalls } from '../../server/core/page-views/contract';
import { callName } from '../../server/platform/http/calls';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { agentWorkId, canvasTextId, meetingNoteId, newId, reportId, spaceOf } from '../../sync/model/ids';
import { KIND_NAMES, type KindName } from '../../sync/model/kinds';
import { LATEST } from '../../sync/model/numbers';
import { nextRev } from '../../sync/model/rev';
import { CallError } from '../../sync/protocol/errors';
import { syncCalls } from '../../sync/protocol/messages';
import { noteImageCalls } from '../../sync/protocol/note-images';
import { summaryCalls } from '../../server/core/summaries/contract';
import { templateCalls } from '../../server/core/templates/contract';
import { uploadCalls } from '../../sync/protocol/uploads';
import { Device } from '../support/caller';
import { threadFields, turnFields } from '../support/chats';
import { openCore, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';
import type { Inputs, OutsiderEntry, Own, Things } from '../support/outsiders';

/** Contained in every text of Ann's; no other person may receive it. */
const SECRET = 'Sealed-7183';
const AUDIO = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');

const nothingOfOthers: Inputs = () => [];
const message =
  (more: object = {}): Inputs =>
  (a) => [{ audience: 'user', ids: [a.message], ...more }];

/**
 * Inputs of each call that name documents of Ann's; empty for a call without ids. In an order in which Ann can make all
 * of them.
 */
/** Calls that need no session, with what they answer for a document that is not public. */
const OPEN = new Map([
  [callName(noteCalls.html), 'NOTE_NOT_FOUND'],
  [callName(canvasCalls.html), 'CHAT_MESSAGE_DOCUMENT_NOT_FOUND'],
]);
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
  [messageCalls.unreadCount, () => [{ audience: 'user' }]],
  [messageCalls.page, () => [{ audience: 'user' }]],
  [messageCalls.read, message()],
  [messageCalls.noticeSetting, () => [{ audience: 'user' }]],
  [messageCalls.remove, message()],
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

async function ownThings(of: Person): Promise<Own> {
  const project = await of.call(projectCalls.create, { title: `Own ${newId()}` });
  const note = await of.call(noteCalls.save, { projectId: project.id, title: 'Own note', content: 'mine' });
  const meeting = await of.call(meetingCalls.create, { title: 'Own meeting' });
  return { project: project.id, note: note.id, meeting: meeting.id };
}

/** A project, note, meeting and notification of Ann's, each contains the secret and is private. */
async function sealed(core: Core): Promise<Things> {
  const ann = core.person('ann');
  const project = await ann.call(projectCalls.create, { title: `${SECRET} ${newId()}`, description: SECRET });
  const note = await ann.call(noteCalls.save, { projectId: project.id, title: `${SECRET} note`, content: SECRET });
  const meeting = await ann.call(meetingCalls.create, { title: `${SECRET} meeting`, projectId: project.id });
  const participant = await ann.call(meetingCalls.createParticipant, { meetingId: meeting.id, name: SECRET });
  await ann.call(meetingCalls.createNote, { meetingId: meeting.id, content: SECRET });
  const item = await ann.call(projectCalls.setItem, {
    projectId: project.id,
    itemType: 'note',
    itemId: note.id,
    title: SECRET,
  });
  const recording = newId();
  const ticket = await ann.call(uploadCalls.apply, {
    meetingId: meeting.id,
    recordingId: recording,
    fileName: `${SECRET}.wav`,
    size: AUDIO.length,
    mimeType: 'audio/wav',
  });
  const image = newId();
  await core.platform.db
    .insertInto('note_image')
    .values({
      company_id: 'c1',
      content_id: note.id,
      id: image,
      user_id: 'ann',
      upload_id: newId(),
      size: 1,
      state: 'finished',
      created_at: 0,
      finished_at: 0,
      unused_since: null,
    })
    .execute();
  const segment = newId();
  const id = await core.sync.store.write('c1', async (tx) => {
    const row = (await tx.get('meetings', meeting.id))!;
    const text = {
      provider: 'p',
      model: 'm',
      mode: 'model',
      generatedAt: 1,
      segments: [
        { id: segment, recordingId: recording, start: 0, end: 1000, text: SECRET, original: '', participantId: '' },
      ],
    };
    await tx.put('transcripts', meeting.id, {
      space: row.space,
      meetingId: meeting.id,
      creatorId: 'ann',
      status: 'done',
      progress: 1,
      error: '',
      ...text,
      versions: [{ ...text, id: 'v1', speakers: [], by: 'ann', at: 1 }],
    });
    await notify(tx, {
      userId: 'ann',
      kind: 'transcriptReady',
      params: { title: SECRET },
      link: '',
      subjectId: meeting.id,
    });
    return (await tx.list('notifications', { space: spaceOf('person', 'ann') })).at(-1)!.id;
  });
  const links = await sealedLinks(core, project.id);
  const files = await sealedFiles(core, project.id);
  const chat = await sealedChat(core, project.id);
  const researches = await sealedResearches(core);
  const agent = await sealedAgent(core, project.id);
  const task = await core.services.runs.start(TRANSCRIPTION, {
    companyId: 'c1',
    ownerId: 'ann',
    subject: { collection: 'transcripts', id: meeting.id },
    input: {},
  });
  const trashed = await ann.call(noteCalls.save, { projectId: project.id, title: SECRET, content: SECRET });
  await ann.call(noteCalls.remove, { id: trashed.id });
  const template = await ann.call(templateCalls.create, {
    title: SECRET,
    content: SECRET,
    categoryId: 'progress',
  });
  return {
    template: template.uuid,
    trashed: trashed.id,
    ...links,
    ...files,
    ...chat,
    ...researches,
    ...agent,
    task,
    project: project.id,
    note: note.id,
    meeting: meeting.id,
    participant: participant.id,
    segment,
    recording,
    upload: ticket.uploadId,
    image,
    message: id,
    item: item.id,
  };
}

/** A private chat with an answered question, and a document made from the answer. */
async function sealedChat(core: Core, projectId: string): Promise<Pick<Things, 'thread' | 'turn' | 'canvas'>> {
  const ann = core.person('ann');
  const thread = threadFields(ann, core.now(), { title: SECRET, body: SECRET, projectId });
  const turn = turnFields(ann, core.now(), thread.id, { question: SECRET, state: 'SUCCEEDED' });
  const canvas = newId(core.now());
  await core.sync.store.write('c1', async (tx) => {
    await tx.put('threads', thread.id, thread);
    await tx.put('turns', turn.id, turn);
    await tx.put('answers', turn.id, {
      space: turn.space,
      threadId: thread.id,
      text: SECRET,
      citations: [],
      sources: [
        {
          no: 1,
          kind: 'projects',
          id: projectId,
          partId: '',
          title: SECRET,
          url: '',
          projectId,
          text: SECRET,
          start: 0,
          at: -1,
          updatedAt: 1,
        },
      ],
      failed: [],
      leftOut: { turns: 0, passages: 0 },
      isClosest: false,
      isComplete: true,
      mode: 'model',
      provider: 'p',
      model: 'm',
      answeredAt: 1,
    });
    await tx.put('canvases', canvas, {
      ...{ space: turn.space, creatorId: turn.creatorId, parentId: thread.id, turnId: turn.id },
      ...{ position: 0, title: SECRET, isPublic: false, createdAt: 1 },
    });
    await tx.put('noteContents', canvasTextId(canvas), {
      ...{ space: turn.space, creatorId: turn.creatorId, subject: 'canvas', subjectId: canvas },
      state: toBase64(stateFromMarkdown(SECRET)),
    });
  });
  return { thread: thread.id, turn: turn.id, canvas };
}

/** The draft of an agent, and a question to it: one change is proposed, another was made. */
async function sealedAgent(core: Core, projectId: string): Promise<Pick<Things, 'agent' | 'agentTurn'>> {
  const ann = core.person('ann');
  const { id: agent } = await ann.call(agentCalls.create, { name: SECRET, introduction: SECRET, instructions: SECRET });
  const { id: noteId } = await ann.call(noteCalls.save, { projectId, title: SECRET, content: SECRET });
  const thread = threadFields(ann, core.now(), { kind: 'task', title: SECRET, agentId: agent, isAgentTest: true });
  const turn = turnFields(ann, core.now(), thread.id, { question: SECRET, state: 'SUCCEEDED' });
  const step = { kind: 'note' as const, text: SECRET, error: '' };
  const proposal = { ...step, items: [], decidedAt: 0 };
  await core.sync.store.write('c1', async (tx) => {
    await tx.put('threads', thread.id, thread);
    await tx.put('turns', turn.id, turn);
    await tx.put('agentWorks', agentWorkId(turn.id), {
      ...{ space: turn.space, threadId: thread.id, agentId: agent, version: 0, creatorId: 'ann', stage: 'waiting' },
      steps: ['s1', 's2'].map((id) => ({ ...step, id, state: 'done' as const, found: 0 })),
      proposals: [
        { ...proposal, id: 's1', state: 'open', subjectId: '' },
        { ...proposal, id: 's2', state: 'confirmed', subjectId: noteId },
      ],
      ...{ tokens: 0, limit: '' as const },
    });
  });
  return { agent, agentTurn: turn.id };
}

/** A research with a plan and a report, and one that waits for two answers. */
async function sealedResearches(core: Core): Promise<Pick<Things, 'research' | 'askingResearch'>> {
  const ann = core.person('ann');
  const [research, askingResearch] = [newId(core.now()), newId(core.now())];
  await core.sync.store.write('c1', async (tx) => {
    for (const id of [research, askingResearch]) {
      const thread = threadFields(ann, core.now(), { id, kind: 'research', title: SECRET });
      await tx.put('threads', id, thread);
      await tx.put('researches', id, {
        ...{
          space: thread.space,
          question: SECRET,
          followsId: '',
          language: 'en',
          usesWeb: false,
          feedback: [],
          steps: [],
          error: '',
        },
        ...(id === research
          ? { stage: 'PLAN_REVIEW' as const, plan: [SECRET], dialogue: [] }
          : {
              stage: 'WAITING_FOR_USER' as const,
              plan: [],
              dialogue: ['One', 'Two'].map((question) => ({ question, choices: [SECRET, 'Other'], answer: '' })),
            }),
        ...{ budget: { sources: 5, minutes: 5, tokens: 5000 }, used: { sources: 0, tokens: 0, ms: 0 } },
        ...{ startedAt: 0, endedAt: 0 },
      });
    }
    await tx.put('reports', reportId(research), {
      ...{ space: spaceOf('person', 'ann'), threadId: research, contradictions: [], limits: [], isComplete: true },
      sections: [{ title: SECRET, paragraphs: [[{ text: SECRET, learnings: [1], check: '' }]] }],
      learnings: [{ n: 1, claim: SECRET, quote: SECRET, source: 1 }],
      sources: [],
      ...{ mode: 'model', provider: 'p', model: 'm', writtenAt: 1 },
    });
  });
  return { research, askingResearch };
}

/** A stored sound file of the project and one that is temporary, each with an open upload. */
async function sealedFiles(
  core: Core,
  projectId: string,
): Promise<Pick<Things, 'file' | 'fileUpload' | 'temporaryFile' | 'temporaryUpload'>> {
  const [file, fileUpload, temporaryFile, temporaryUpload] = [newId(), newId(), newId(), newId()];
  const { db, blobs } = core.platform;
  const sha256 = createHash('sha256').update(AUDIO).digest('hex');
  const stored = { company_id: 'c1', user_id: 'ann', name: `${SECRET}.wav`, size: AUDIO.length, sha256 };
  const uploads = [newId(), newId()] as const;
  for (const id of uploads) await blobs.put(blobKey(id), AUDIO);
  await core.sync.store.write('c1', async (tx) => {
    await tx.put('projectItems', file, {
      ...BLANK_ITEM,
      space: spaceOf('project', projectId),
      projectId,
      itemType: 'file',
      title: `${SECRET}.wav`,
      version: 1,
      sha256,
      size: AUDIO.length,
      mimeType: 'audio/wav',
      parseStatus: 'parsed',
      addedBy: 'ann',
      createdAt: 1,
      contentAt: 1,
    });
    await db
      .insertInto('file_version')
      .values({ ...stored, item_id: file, version: 1, upload_id: uploads[0], type: 'audio/wav', created_at: 1 })
      .execute();
    await db
      .insertInto('temporary_file')
      .values({
        ...stored,
        id: temporaryFile,
        upload_id: uploads[1],
        type: 'audio/wav',
        parse_status: 'parsed',
        text: null,
        created_at: 1,
        expires_at: LATEST,
      })
      .execute();
    for (const [upload_id, project_id, file_id] of [
      [fileUpload, projectId, file],
      [temporaryUpload, '', newId()],
    ] as const)
      await db
        .insertInto('file_upload')
        .values({ ...stored, sha256: 'c'.repeat(64), upload_id, file_id, project_id, created_at: core.now() })
        .execute();
  });
  return { file, fileUpload, temporaryFile, temporaryUpload };
}

/** A website with a page, and a single page, as they are once they are read. */
async function sealedLinks(
  core: Core,
  projectId: string,
): Promise<Pick<Things, 'website' | 'websitePage' | 'singlePage'>> {
  const ids = { website: newId(), websitePage: newId(), singlePage: newId() };
  const types = { website: 'website', websitePage: 'websiteUrl', singlePage: 'singleUrl' } as const;
  const space = spaceOf('project', projectId);
  await core.sync.store.write('c1', async (tx) => {
    for (const [key, itemType] of Object.entries(types) as [keyof typeof ids, (typeof types)[keyof typeof types]][]) {
      await tx.put('projectItems', ids[key], {
        ...BLANK_ITEM,
        space,
        projectId,
        itemType,
        parentId: key === 'websitePage' ? ids.website : '',
        title: SECRET,
        url: `https://${SECRET}.example/${key}`,
        crawlStatus: 'crawled',
        addedBy: 'ann',
        createdAt: 1,
        contentAt: 1,
      });
      await tx.put('itemTexts', ids[key], {
        space,
        projectId,
        version: 0,
        title: SECRET,
        language: 'en',
        parts: [{ id: 'p1', kind: 'text', level: 0, text: SECRET, place: {} }],
        outline: [],
        fetchedAt: 1,
        parsedAt: 1,
      });
    }
  });
  return ids;
}

describeOnDatabase('private documents', (engine) => {
  let core: Core;
  let things: Things;
  const own = new Map<string, Own>();
  beforeAll(async () => {
    core = await openCore(engine);
    things = await sealed(core);
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
