/** Private documents of each kind of a person "ann", and documents of the people who try to reach them. */
import { createHash } from 'node:crypto';
import { agentCalls } from '../../server/core/agents/contract';
import '../../server/core/files/tables';
import { blobKey } from '../../server/core/uploads/resumable';
import { meetingCalls } from '../../server/core/meetings/contract';
import { TRANSCRIPTION } from '../../server/core/meetings/transcription-request';
import { notify } from '../../server/shared/notify';
import { noteCalls } from '../../server/core/notes/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { BLANK_ITEM } from '../../server/core/projects/new-item';
import { stateFromMarkdown } from '../../sync/merge/note-text';
import { toBase64 } from '../../sync/merge/yjs';
import { agentWorkId, canvasTextId, newId, reportId, spaceOf } from '../../sync/model/ids';
import { LATEST } from '../../sync/model/numbers';
import { templateCalls } from '../../server/core/templates/contract';
import { uploadCalls } from '../../sync/protocol/uploads';
import { threadFields, turnFields } from './chats';
import type { Core, Person } from './core';
import type { Own, Things } from './outsiders';

/** Contained in each text of Ann's; no other person may receive it. */
export const SECRET = 'Sealed-7183';
export const AUDIO = Buffer.from('RIFF\0\0\0\0WAVE', 'latin1');

export async function ownThings(of: Person): Promise<Own> {
  const project = await of.call(projectCalls.create, { title: `Own ${newId()}` });
  const note = await of.call(noteCalls.save, { projectId: project.id, title: 'Own note', content: 'mine' });
  const meeting = await of.call(meetingCalls.create, { title: 'Own meeting' });
  return { project: project.id, note: note.id, meeting: meeting.id };
}

/** A private project, note, meeting and notification of Ann's, which contain the secret. */
export async function privateThings(core: Core): Promise<Things> {
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
  const links = await privateLinks(core, project.id);
  const files = await privateFiles(core, project.id);
  const chat = await privateChat(core, project.id);
  const researches = await privateResearches(core);
  const agent = await privateAgent(core, project.id);
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

/** A private chat with an answered question, and a canvas made from the answer. */
async function privateChat(core: Core, projectId: string): Promise<Pick<Things, 'thread' | 'turn' | 'canvas'>> {
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

/** The draft of an agent, and a question to it with a proposed change and a confirmed one. */
async function privateAgent(core: Core, projectId: string): Promise<Pick<Things, 'agent' | 'agentTurn'>> {
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
async function privateResearches(core: Core): Promise<Pick<Things, 'research' | 'askingResearch'>> {
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

/** A stored audio file of the project and a temporary one, each with an open upload. */
async function privateFiles(
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

/** A website with a page, and a single page, in the state after reading. */
async function privateLinks(
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
