/** A person's decisions about conflict versions, rejected changes and outbox rows. */
import { newId } from '../../../model/ids';
import { withRecordingTimes, type Meeting } from '../../../model/kinds/meetings';
import { isChild, textOf, topDocumentOf, yjsField, type Doc, type KindName } from '../../../model/kinds';
import { nextRev } from '../../../model/rev';
import { CallError } from '../../../protocol/errors';
import { mergeDocument, type Merged, type Version } from '../../../merge/merge';
import { imagesOfState, summaryOfState, withMarkdownAtEnd } from '../../../merge/note-text';
import { DELETED } from '../../../merge/values';
import { bytesOf, mergeStates, toBase64 } from '../../../merge/yjs';
import { deleteLoss } from '../../storage/integrity/loss';
import type { RejectedChange, ConflictVersion } from '../../storage/device-rows';
import { isLocalOnly } from '../../storage/device-rows';
import { deleteWithCaptions } from '../../recording/kept-captions';
import { versionOf } from '../../storage/stored';
import { saveConflictVersions } from '../../replication/conflict-versions';
import { create, roleIn, type CommandContext, type Handlers } from './context';
import { deleteImage } from '../../images/image-store';
import { dropFile, sendFilesAgain } from './files';
import { copyImages, moveUnsentImages, sendImageAgain } from './images';
import { copyItem, dropRefusedFiles, sendRefusedFiles } from './refused-items';
import { isStoredOnServer, sendAgain, sendRefusedRecordings } from './recordings';
import { removeAgain } from './removal';

/**
 * Sets the value of a conflict version: a field (`title`), an element (`participants.<id>`; null removes it), or a
 * field of one (`participants.<id>.name`).
 */
function withValue(doc: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const [name, id, key] = field.split('.') as [string, string | undefined, string | undefined];
  if (id === undefined) return { [name]: value };
  const elements = doc[name] as Record<string, unknown>[];
  if (key === undefined)
    return { [name]: [...elements.filter((element) => element['id'] !== id), ...(value === null ? [] : [value])] };
  return { [name]: elements.map((element) => (element['id'] === id ? { ...element, [key]: value } : element)) };
}

/** Appends words that a merge dropped to their text. */
async function appendDropped(
  documents: CommandContext['documents'],
  contentId: string,
  markdown: string,
): Promise<void> {
  await documents.change('noteContents', contentId, ({ state }) => ({
    state: toBase64(withMarkdownAtEnd(bytesOf(state), markdown)),
  }));
  const text = await documents.get('noteContents', contentId);
  if (text?.subject === 'note' && (await documents.get('notes', contentId)))
    await documents.change('notes', contentId, () => ({ ...summaryOfState(bytesOf(text.state)) }));
}

export const conflictCommands: Handlers<'conflict'> = {
  async 'conflict.resolve'(context, { id, take }) {
    const { device, documents } = context;
    const side: ConflictVersion | undefined = await device.conflictVersions.get(id);
    if (!side) throw new CallError('DOCUMENT_NOT_FOUND');
    if (take !== side.stands) {
      const value = take === 'mine' ? side.mine : side.theirs;
      if (side.field === DELETED) await removeAgain(context, side.collection, side.documentId);
      else if (side.collection === 'noteContents') await appendDropped(documents, side.documentId, String(value));
      else
        await documents.change(side.collection, side.documentId, (doc) =>
          withValue(doc as Record<string, unknown>, side.field, value),
        );
    }
    await device.conflictVersions.update(id, { resolved: true, stands: take });
    return null;
  },
};

/** Creates an empty text for a restored note without one: an empty text is not stored when it is rejected. */
async function ensureText(
  documents: CommandContext['documents'],
  id: string,
  { space, creatorId, abilities }: Record<string, unknown>,
): Promise<void> {
  if (await documents.get('noteContents', id)) return;
  await documents.create('noteContents', {
    id,
    space,
    creatorId,
    subject: 'note',
    subjectId: id,
    state: '',
    abilities: abilities ?? [],
  });
}

/**
 * The fields of a removed text, for typed updates that are stored without them: from its tombstone here, or derived
 * from its note or meeting. Throws NOTE_NOT_FOUND if neither exists: the content can still be copied.
 */
async function fieldsOfText(
  { documents, account }: CommandContext,
  documentId: string,
): Promise<Record<string, unknown>> {
  const [tombstone] = await documents.stored('noteContents', [documentId]);
  if (tombstone?.['space'] !== undefined) {
    const { _deleted, rev: _rev, updatedAt: _updatedAt, recency: _recency, ...fields } = versionOf(tombstone);
    return fields;
  }
  const [parent, parentId] = topDocumentOf('noteContents', documentId) as ['notes' | 'meetings' | 'canvases', string];
  const owner = await documents.get(parent, parentId);
  if (!owner) throw new CallError('NOTE_NOT_FOUND');
  return {
    space: owner.space,
    subjectId: parentId,
    creatorId: 'creatorId' in owner && parent !== 'meetings' ? owner.creatorId : account.userId,
    abilities: ['update', 'delete'],
  };
}

/** Corrects the end of a meeting whose clock was set back during the recording: the server would reject it again. */
const correctedTimes = (collection: KindName, content: Record<string, unknown>): object => {
  const { actualStartAt = 0, actualEndAt = 0 } = content as Partial<Meeting>;
  return collection === 'meetings' && actualEndAt > 0
    ? withRecordingTimes({ actualStartAt, actualEndAt: 0 }, { actualEndAt })
    : {};
};

/**
 * Writes rejected content again: the edits are merged into the current document as the later side; displaced values
 * become conflict versions.
 */
export async function writeAgain(
  context: CommandContext,
  { collection, documentId, content, base }: RejectedChange,
): Promise<void> {
  const { documents, clock } = context;
  const {
    _deleted,
    rev: _rev,
    updatedAt: _updatedAt,
    recency: _recency,
    abilities,
    ...fields
  } = { ...(content as Version), ...correctedTimes(collection, content) };
  if (_deleted) return removeAgain(context, collection, documentId);
  const current = await documents.get(collection, documentId);
  if (!current) {
    const missing =
      collection === 'noteContents' && fields['space'] === undefined ? await fieldsOfText(context, documentId) : {};
    await documents.create(collection, { abilities: abilities ?? [], ...missing, ...fields, id: documentId });
    if (collection === 'notes') await ensureText(documents, documentId, content);
    return;
  }
  const mine: Version = {
    ...fields,
    id: documentId,
    rev: nextRev(current.rev),
    updatedAt: Math.max(clock.now(), current.updatedAt + 1),
  };
  const mergeInto = (doc: object): Merged => mergeDocument(collection, base ?? null, mine, doc as Version);
  await saveConflictVersions(
    context,
    collection,
    mine,
    current as unknown as Version,
    mergeInto(current).conflicts,
    clock.now(),
  );
  await documents.change(collection, documentId, (doc) => mergeInto(doc).merged);
}

/**
 * A rejected change and those rejected with it: the contents of a rejected new project, the text of a rejected note. The
 * parent first. The edit of a project that exists has none: edits in it are rejected for themselves.
 */
async function withChildren({ device }: CommandContext, item: RejectedChange): Promise<RejectedChange[]> {
  const contentId = isChild(item.collection) ? null : textOf(item.collection, item.documentId);
  if (contentId !== null) {
    const texts = await device.rejectedChanges.rows
      .where('documentId')
      .equals(contentId)
      .and((other) => yjsField(other.collection) !== null)
      .toArray();
    return [item, ...(await device.rejectedChanges.openAll(texts))];
  }
  if (item.collection !== 'projects' || item.base) return [item];
  const items = await device.rejectedChanges.all();
  return [item, ...items.filter((other) => other.content['space'] === item.content['space'] && other.id !== item.id)];
}

/** Creates a document of this person's own with the content: a new note for a text, otherwise the same kind under a new id. */
async function copy(context: CommandContext, item: RejectedChange): Promise<void> {
  const id = newId(context.clock.now());
  if (item.collection === 'noteContents' || item.collection === 'notes') {
    await copyNote(context, item, id);
    return;
  }
  if (item.collection === 'projectItems') {
    await copyItem(context, item, id);
    return;
  }
  if (item.collection !== 'projects')
    throw new CallError('PARAM_ERROR', { message: `${item.collection} cannot be copied` });
  const {
    _deleted,
    rev: _rev,
    updatedAt: _updatedAt,
    recency: _recency,
    abilities: _abilities,
    ...fields
  } = item.content as Version;
  await create(context, 'projects', 'owner', {
    ...(fields as unknown as Doc<'projects'>),
    id,
    space: `project:${id}`,
    ownerId: context.account.userId,
    shareRange: 'private',
    shareUserIds: [],
    shareDepartmentIds: [],
    contributorUserIds: [],
    contributorDepartmentIds: [],
  });
}

async function copyNote(context: CommandContext, item: RejectedChange, id: string): Promise<void> {
  const row = item.collection === 'notes' ? item.content : undefined;
  const known =
    typeof row?.['projectId'] === 'string' ? await context.documents.get('projects', row['projectId']) : null;
  const project = known?.abilities.includes('addNote')
    ? known
    : (await context.documents.find('projects', {})).find((p) => p.abilities.includes('addNote'));
  if (!project) throw new CallError('PROJECT_NOT_FOUND');
  const texts = item.collection === 'noteContents' ? [item] : (await withChildren(context, item)).slice(1);
  const text =
    texts.length > 0
      ? mergeStates(...texts.map((each) => each.content['state']))
      : (await context.documents.stored('noteContents', [item.documentId]))[0]?.['state'];
  const state = typeof text === 'string' ? text : '';
  const common = { id, space: project.space, creatorId: context.account.userId };
  await create(context, 'noteContents', roleIn(project), {
    ...common,
    subject: 'note',
    subjectId: id,
    state,
  });
  // images that were refused with the text are sent with the copy
  const images = imagesOfState(bytesOf(state));
  await moveUnsentImages(context, item.documentId, id, images);
  await create(context, 'notes', roleIn(project), {
    ...common,
    projectId: project.id,
    title: item.title || '—',
    snippet: String(row?.['snippet'] ?? ''),
    type: 'note',
    shareRange: 'project',
    words: Number(row?.['words'] ?? 0),
    characters: Number(row?.['characters'] ?? 0),
    createdAt: context.clock.now(),
  });
  // the other ones belong to the text that stays
  await copyImages(context, item.documentId, id, images);
}

export const rejectedChangeCommands: Handlers<'rejectedChange'> = {
  async 'rejectedChange.resolve'(context, { id, action }) {
    const item = await context.device.rejectedChanges.get(id);
    if (!item) return null;
    // a text that was refused for itself, beside a change of its note on the server, is not deleted with that change
    const items = action === 'drop' && item.base ? [item] : await withChildren(context, item);
    if (action === 'retry') for (const each of items) await writeAgain(context, each);
    // recordings of a rejected meeting, and the bytes of a rejected file, were refused with it
    if (action === 'retry')
      for (const { collection, documentId } of items)
        if (collection === 'meetings') await sendRefusedRecordings(context, documentId);
        else if (collection === 'projectItems') await sendRefusedFiles(context, documentId);
    if (action === 'copy') await copy(context, item);
    if (action === 'drop')
      for (const each of items) if (each.collection === 'projectItems') await dropRefusedFiles(context, each);
    // copying a project does not copy its contents: their items stay for the person to decide
    await context.device.rejectedChanges.bulkDelete(
      action === 'copy' && item.collection === 'projects' ? [id] : items.map((each) => each.id),
    );
    return null;
  },
};

export const lossCommands: Handlers<'loss'> = {
  async 'loss.read'({ device }) {
    await deleteLoss(device);
    return null;
  },
};

/** Splits the id of an outbox row: `call/<id>`, `<kind>/<id>`, `recording/<id>`, `image/<id>` or `file/<id>`. */
const splitId = (id: string): [string, string] => [id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1)];

export const outboxCommands: Handlers<'outbox'> = {
  async 'outbox.retry'(context, { id }) {
    const [kind, rest] = splitId(id);
    if (kind === 'recording') await sendAgain(context, rest);
    else if (kind === 'image') await sendImageAgain(context, rest);
    else if (kind === 'file') await sendFilesAgain(context, [rest]);
    else if (kind === 'call') await context.outbox.retry(rest);
    context.retryNow();
    return null;
  },

  async 'outbox.onServer'(context, { id }) {
    const [kind, rest] = splitId(id);
    try {
      if (kind === 'recording') return { answer: (await isStoredOnServer(context, rest)) ? 'yes' : 'no' };
      // the effect of a call cannot be queried; an image or file that is listed was not confirmed
      if (kind === 'call' || kind === 'image' || kind === 'file' || !(await context.refresh()))
        return { answer: 'unknown' };
      return { answer: (await context.documents.get(kind as KindName, rest.split('/')[0]!)) ? 'yes' : 'no' };
    } catch (error) {
      if (error instanceof CallError) return { answer: 'unknown' };
      throw error;
    }
  },

  async 'outbox.drop'(context, { id }) {
    const [kind, rest] = splitId(id);
    if (kind === 'call') await context.outbox.drop(rest);
    else if (kind === 'recording') await dropRecording(context, rest);
    else if (kind === 'image') await deleteImage(context.device, rest);
    else if (kind === 'file') await dropFile(context, rest);
    else {
      await dropDocument(context, kind as KindName, rest);
    }
    return null;
  },
};

/** Drops a recording in two steps: a queued one is taken out of the outbox and stays on this device; a local one is deleted. */
async function dropRecording({ device }: CommandContext, id: string): Promise<void> {
  const recording = await device.recordings.get(id);
  if (!recording) return;
  if (isLocalOnly(recording)) {
    await deleteWithCaptions(device, id);
    return;
  }
  if (recording.transfer === 'local') throw new CallError('PARAM_ERROR', { message: 'the recording is still running' });
  await device.transaction('rw', device.recordings.rows, device.uploads, async () => {
    await device.uploads.delete(id);
    await device.recordings.update(id, { transfer: 'local' });
  });
}

/** Withdraws a pending document: a new one is removed, a deletion undone. Edits are not dropped: they are undone in the document. */
async function dropDocument({ documents }: CommandContext, collection: KindName, id: string): Promise<void> {
  const [row] = await documents.stored(collection, [id]);
  if (!row?.waits) return;
  if (row._deleted) {
    await documents.restore(collection, id);
    return;
  }
  if (row.pending?.base) throw new CallError('PARAM_ERROR', { message: 'an edit is undone in the document' });
  await documents.remove(collection, [id]);
}
