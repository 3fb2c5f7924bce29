/** What a person decides about conflicts, refusals, waiting calls and recordings. */
import { meetingNoteId, newId } from '../../model/ids';
import type { CollectionName, Doc } from '../../model/registry';
import { nextRev } from '../../model/rev';
import { CallError } from '../../protocol/errors';
import { mergeDocument, type Merged, type Version } from '../../merge/merge';
import { summaryOfState, withMarkdownAtEnd } from '../../merge/note-text';
import { DELETED } from '../../merge/values';
import { bytesOf, mergeStates, toBase64 } from '../../merge/yjs';
import { forgetLoss } from '../damage/loss';
import type { AttentionItem, KeptSide } from '../device/database';
import { isSetAside } from '../live/only-here';
import { importRecording } from '../recordings/import-recording';
import { deleteRecording, freeRecording, recoverRecording } from '../recordings/recover-recording';
import { versionOf } from '../replica/stored';
import { keepSides } from '../replication/kept';
import { headOf } from '../replication/parts';
import { allowed, create, roleIn, type CommandContext, type Handlers } from './context';
import { removeAgain } from './removal';

/** Puts a kept value back where it was: `title`, one element, `participants.<id>` (null: none), or a field of one, `participants.<id>.name`. */
function withValue(doc: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const [name, id, key] = field.split('.') as [string, string | undefined, string | undefined];
  if (id === undefined) return { [name]: value };
  const elements = doc[name] as Record<string, unknown>[];
  if (key === undefined) return { [name]: [...elements.filter((element) => element['id'] !== id), ...(value === null ? [] : [value])] };
  return { [name]: elements.map((element) => (element['id'] === id ? { ...element, [key]: value } : element)) };
}

/** Words that a merge dropped come back at the end of their text. */
async function putBack(documents: CommandContext['documents'], contentId: string, markdown: string): Promise<void> {
  await documents.change('noteContents', contentId, ({ state }) => ({ state: toBase64(withMarkdownAtEnd(bytesOf(state), markdown)) }));
  const text = await documents.get('noteContents', contentId);
  if (text?.subject === 'note' && (await documents.get('notes', contentId))) await documents.change('notes', contentId, () => ({ ...summaryOfState(bytesOf(text.state)) }));
}

export const keptCommands: Handlers<'kept'> = {
  async 'kept.resolve'(context, { id, take }) {
    const { device, documents } = context;
    const side: KeptSide | undefined = await device.kept.get(id);
    if (!side) throw new CallError('DOCUMENT_NOT_FOUND');
    if (take !== side.stands) {
      const value = take === 'mine' ? side.mine : side.theirs;
      if (side.field === DELETED) await removeAgain(context, side.collection, side.documentId);
      else if (side.collection === 'noteContents') await putBack(documents, side.documentId, String(value));
      else await documents.change(side.collection, side.documentId, (doc) => withValue(doc as Record<string, unknown>, side.field, value));
    }
    await device.kept.update(id, { resolved: true, stands: take });
    return null;
  },
};

/** An empty text for a note that comes back without one: what was empty is not kept when it is refused. */
async function ensureText(documents: CommandContext['documents'], id: string, { space, creatorId, abilities }: Record<string, unknown>): Promise<void> {
  if (await documents.get('noteContents', id)) return;
  await documents.create('noteContents', { id, space, creatorId, subject: 'note', subjectId: id, state: '', abilities: abilities ?? [] });
}

/**
 * What was typed into a text that went away is kept alone: the rest of the text is as it was here, or as its note or meeting says. Throws
 * NOTE_NOT_FOUND where neither is left: it can still be copied.
 */
async function aroundTyped({ documents, account }: CommandContext, documentId: string): Promise<Record<string, unknown>> {
  const [gone] = await documents.stored('noteContents', [documentId]);
  if (gone?.['space'] !== undefined) {
    const { _deleted, rev: _rev, updatedAt: _updatedAt, recency: _recency, ...fields } = versionOf(gone);
    return fields;
  }
  const [head, headId] = headOf('noteContents', documentId) as ['notes' | 'meetings', string];
  const of = await documents.get(head, headId);
  if (!of) throw new CallError('NOTE_NOT_FOUND');
  return { space: of.space, subjectId: headId, creatorId: 'creatorId' in of && head === 'notes' ? of.creatorId : account.userId, abilities: ['update', 'delete'] };
}

/** Writes the refused content again: what was edited is merged into what stands now, as the later side; what it displaces is kept. */
async function again(context: CommandContext, { collection, documentId, content, base }: AttentionItem): Promise<void> {
  const { documents, clock } = context;
  const { _deleted, rev: _rev, updatedAt: _updatedAt, recency: _recency, abilities, ...fields } = content as Version;
  if (_deleted) return removeAgain(context, collection, documentId);
  const standing = await documents.get(collection, documentId);
  if (!standing) {
    const around = collection === 'noteContents' && fields['space'] === undefined ? await aroundTyped(context, documentId) : {};
    await documents.create(collection, { abilities: abilities ?? [], ...around, ...fields, id: documentId });
    if (collection === 'notes') await ensureText(documents, documentId, content);
    return;
  }
  const mine: Version = { ...fields, id: documentId, rev: nextRev(standing.rev), updatedAt: Math.max(clock.now(), standing.updatedAt + 1) };
  const into = (doc: object): Merged => mergeDocument(collection, base ?? null, mine, doc as Version);
  await keepSides(context, collection, mine, standing as unknown as Version, into(standing).kept, clock.now());
  await documents.change(collection, documentId, (doc) => into(doc).merged);
}

/** Items that were refused because they live in a refused project, or are the text of a refused note: what they belong to first. */
async function belonging({ device }: CommandContext, item: AttentionItem): Promise<AttentionItem[]> {
  if (item.collection === 'notes' || item.collection === 'meetings') {
    const contentId = item.collection === 'notes' ? item.documentId : meetingNoteId(item.documentId);
    const texts = await device.attention.rows.where('documentId').equals(contentId).and((other) => other.collection === 'noteContents').toArray();
    return [item, ...(await device.attention.openAll(texts))];
  }
  if (item.collection !== 'projects') return [item];
  const items = await device.attention.all();
  return [item, ...items.filter((other) => other.content['space'] === item.content['space'] && other.id !== item.id)];
}

/** A new document of one's own with the content: of a text a new note, of anything else the same under a new id. */
async function copy(context: CommandContext, item: AttentionItem): Promise<void> {
  const id = newId(context.clock.now());
  if (item.collection === 'noteContents' || item.collection === 'notes') {
    await copyNote(context, item, id);
    return;
  }
  if (item.collection !== 'projects') throw new CallError('PARAM_ERROR', { message: `${item.collection} cannot be copied` });
  const { _deleted, rev: _rev, updatedAt: _updatedAt, recency: _recency, abilities: _abilities, ...fields } = item.content as Version;
  await create(context, 'projects', 'owner', {
    ...(fields as unknown as Doc<'projects'>), id, space: `project:${id}`, ownerId: context.account.userId, shareRange: 'private', shareUserIds: [], shareDepartmentIds: [],
    contributorUserIds: [], contributorDepartmentIds: [],
  });
}

async function copyNote(context: CommandContext, item: AttentionItem, id: string): Promise<void> {
  const row = item.collection === 'notes' ? item.content : undefined;
  const known = typeof row?.['projectId'] === 'string' ? await context.documents.get('projects', row['projectId']) : null;
  const project = known?.abilities.includes('addNote') ? known
    : (await context.documents.find('projects', {})).find((p) => p.abilities.includes('addNote'));
  if (!project) throw new CallError('PROJECT_NOT_FOUND');
  const texts = item.collection === 'noteContents' ? [item] : (await belonging(context, item)).slice(1);
  const text = texts.length > 0 ? mergeStates(...texts.map((each) => each.content['state'])) : (await context.documents.stored('noteContents', [item.documentId]))[0]?.['state'];
  const common = { id, space: project.space, creatorId: context.account.userId };
  await create(context, 'noteContents', roleIn(project), { ...common, subject: 'note', subjectId: id, state: typeof text === 'string' ? text : '' });
  await create(context, 'notes', roleIn(project), {
    ...common, projectId: project.id, title: item.title || '—', snippet: String(row?.['snippet'] ?? ''), type: 'note', shareRange: 'project',
    words: Number(row?.['words'] ?? 0), characters: Number(row?.['characters'] ?? 0), createdAt: context.clock.now(),
  });
}

export const attentionCommands: Handlers<'attention'> = {
  async 'attention.resolve'(context, { id, action }) {
    const item = await context.device.attention.get(id);
    if (!item) return null;
    const items = await belonging(context, item);
    if (action === 'retry') for (const each of items) await again(context, each);
    if (action === 'copy') await copy(context, item);
    // a copy of a project takes what lived in it only by the person's hand: those items stay
    await context.device.attention.bulkDelete(action === 'copy' && item.collection === 'projects' ? [id] : items.map((each) => each.id));
    return null;
  },
};

export const lossCommands: Handlers<'loss'> = {
  async 'loss.read'({ device }) {
    await forgetLoss(device);
    return null;
  },
};

/** Outbox rows are calls, documents (`<collection>/<id>`) or recordings (`recording/<id>`). */
const splitId = (id: string): [string, string] => [id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1)];

export const outboxCommands: Handlers<'outbox'> = {
  async 'outbox.retry'(context, { id }) {
    const [kind, rest] = splitId(id);
    if (kind === 'recording') {
      await context.device.uploads.update(rest, { state: 'waiting', nextTryAt: 0 });
      // what was queued once is queued again: the leader looks at it
      await context.device.recordings.update(rest, { transfer: 'queued' });
    }
    else if (kind === 'call') await context.outbox.retry(rest);
    context.retryNow();
    return null;
  },

  async 'outbox.drop'(context, { id }) {
    const [kind, rest] = splitId(id);
    if (kind === 'call') await context.outbox.drop(rest);
    else if (kind === 'recording') await dropRecording(context, rest);
    else {
      await dropDocument(context, kind as CollectionName, rest);
    }
    return null;
  },
};

/** First the wish to send it goes and the sound stays on this device; what is not wanted on the server any more is deleted. */
async function dropRecording({ device }: CommandContext, id: string): Promise<void> {
  const recording = await device.recordings.get(id);
  if (!recording) return;
  if (isSetAside(recording)) { await deleteRecording(device, id); return; }
  if (recording.transfer === 'local') throw new CallError('PARAM_ERROR', { message: 'it is being made' });
  await device.transaction('rw', device.recordings.rows, device.uploads, async () => {
    await device.uploads.delete(id);
    await device.recordings.update(id, { transfer: 'local' });
  });
}

/** Takes back what waits of a document: a new one goes, a deletion is undone. Edits are not dropped: they are undone in the document. */
async function dropDocument({ documents }: CommandContext, collection: CollectionName, id: string): Promise<void> {
  const [row] = await documents.stored(collection, [id]);
  if (!row?.waits) return;
  if (row._deleted) { await documents.restore(collection, id); return; }
  if (row.pending?.base) throw new CallError('PARAM_ERROR', { message: 'an edit is undone in the document' });
  await documents.remove(collection, [id]);
}

async function endMeeting({ documents }: CommandContext, id: string, at: number): Promise<void> {
  const meeting = await documents.get('meetings', id);
  if (!meeting?.abilities.includes('update') || (meeting.status !== 'recording' && meeting.status !== 'paused')) return;
  await documents.change('meetings', id, () => ({ status: 'ended', actualEndAt: at }));
}

export const recordingCommands: Handlers<'recording'> = {
  async 'recording.import'(context, { meetingId, file, fileName, language }) {
    await allowed(context, 'meetings', meetingId, 'update', 'MEETING_NOT_FOUND', 'MEETING_ACCESS_DENIED');
    const recording = await importRecording(context.device, { meetingId, file, fileName, language, now: context.clock.now(), locks: context.locks });
    return { id: recording.id };
  },

  async 'recording.recover'(context, { id, action }) {
    const orphan = await context.device.recordings.get(id);
    // Before it is settled: whoever closes the window in between finds it offered again, and the meeting does not seem to go on for ever.
    // The meeting may be gone or no longer this person's; the recording is settled all the same.
    if (orphan) await endMeeting(context, orphan.meetingId, orphan.startedAt + Math.round(orphan.wallMs));
    await recoverRecording(context.device, id, action, context.clock.now());
    return null;
  },

  async 'recording.free'(context, { id }) {
    await freeRecording(context.device, id);
    return null;
  },
};

