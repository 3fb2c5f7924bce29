/**
 * Takes over the items that a revoked device handed over: they become pending work of this device with the person's
 * current abilities, and are pushed like any edit. Conflicts are merged, rejected writes become rejected changes,
 * recordings are uploaded.
 */
import * as v from 'valibot';
import { fromBase64 } from '../../../merge/yjs';
import type { Version } from '../../../merge/merge';
import { spaceOf } from '../../../model/ids';
import { KINDS } from '../../../model/kinds';
import { CallError } from '../../../protocol/errors';
import { handoverCalls, type HandedOver, type HandoverItem } from '../../../protocol/handover';
import { recordingLock, type LocalRecording } from '../../storage/device-rows';
import { NOTE_IMAGE } from '../../../model/note-image';
import { addImage, bytesOfImage, findImage } from '../../images/image-store';
import { cleanFileName } from '../../../model/file-name';
import { typeOfName } from '../../../model/file-types';
import { filesOf, storeFile } from '../../files/file-store';
import { forgetLeft } from '../left-notices';
import { writeChunk } from '../../recording/chunk-store';
import { deleteRecording } from '../../recording/recover-recording';
import { Sha256 } from '../../recording/sha256';
import { viewerOf, type CommandContext, type Handlers } from './context';
import { writeAgain } from './write-again';
import { removeAgain } from './removal';

export const leftCommands: Handlers<'left'> = {
  async 'left.read'({ device }, { companyId }) {
    await forgetLeft(device, companyId);
    return null;
  },
};

export const handoverCommands: Handlers<'handover'> = {
  async 'handover.keep'(context, { id }) {
    for (let from: number | null = 0; from !== null;) {
      const page: { of: string | null; items: HandoverItem[]; next: number | null } = await context.call(
        handoverCalls.read,
        { id, from },
      );
      for (const item of page.items)
        await takeOver(context, id, page.of === null ? item : inherited(context, item, page.of));
      from = page.next;
    }
    // last: until this call the quarantine still has every item
    await context.call(handoverCalls.resolve, { id, outcome: 'kept' });
    context.retryNow();
    return null;
  },
};

async function takeOver(context: CommandContext, handoverId: string, item: HandoverItem): Promise<void> {
  const { device, documents, clock } = context;
  if (item.kind === 'recording') return takeOverRecording(context, handoverId, item);
  if (item.kind === 'image') return takeOverImage(context, handoverId, item);
  if (item.kind === 'file') return takeOverFile(context, handoverId, item);
  if (!documents.names.includes(item.collection)) return;
  const { collection, documentId, title } = item;
  if (item.kind === 'conflict') {
    const { field, mine, theirs, stands } = item;
    return device.conflictVersions.put({
      id: item.id,
      collection,
      documentId,
      title,
      field,
      mine,
      theirs,
      stands,
      at: clock.now(),
      resolved: false,
    });
  }
  if (item.refused || !isValid(item)) {
    return device.rejectedChanges.put({
      id: item.id,
      collection,
      documentId,
      title,
      code: item.refused?.code ?? 'DOCUMENT_INVALID',
      field: item.refused?.field ?? '',
      content: item.content,
      ...(item.base ? { base: item.base } : {}),
      at: clock.now(),
    });
  }
  return takeOverDocument(context, item);
}

/**
 * Whether the content matches its kind's schema. The device is not trusted; invalid content becomes a rejected change.
 */
const isValid = ({ collection, content }: HandedOver<'document'>): boolean =>
  content['_deleted'] === true || v.is(KINDS[collection].schema, content);

async function takeOverDocument(
  context: CommandContext,
  { collection, documentId, title, content, base }: HandedOver<'document'>,
): Promise<void> {
  const { documents, clock } = context;
  const [stored] = await documents.stored(collection, [documentId]);
  const existing = stored && !stored._deleted ? stored : null;
  // the server already has it, or it was taken over here before
  if (existing && existing['rev'] === content['rev']) return;
  if (content['_deleted'] === true) {
    await removeAgain(context, collection, documentId).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
    });
    return;
  }
  const merge = (): Promise<void> =>
    writeAgain(context, {
      id: '',
      collection,
      documentId,
      code: '',
      field: '',
      content,
      title,
      at: 0,
      ...(base ? { base } : {}),
    });
  if (existing) return merge();
  const written = await documents.write(collection, [documentId], (now) =>
    now && !now._deleted
      ? 'keep'
      : { version: content as Version, pending: { base: base as Version | null, since: clock.now() } },
  );
  // a pull has added the document meanwhile
  if (written.length === 0) await merge();
}

/**
 * Takes over an image of a note under the id that the text uses. The device is not trusted, so its image does not
 * replace one on this device.
 */
async function takeOverImage(
  { device, call, clock }: CommandContext,
  handoverId: string,
  { recordingId, contentId, imageId = recordingId, bytes, sha256 }: HandedOver<'image'>,
): Promise<void> {
  const known = await findImage(device, contentId, imageId);
  if (known && (await bytesOfImage(device, known.id))) return;
  if (bytes > NOTE_IMAGE.bytes) return;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for await (const part of handedOverBytes(call, handoverId, recordingId, bytes)) {
    whole.set(part, at);
    at += part.length;
  }
  if (new Sha256().update(whole).hex() !== sha256) throw new CallError('UPLOAD_HASH_MISMATCH');
  await addImage(device, { contentId, imageId, bytes: whole, now: clock.now() });
}

/** The bytes of a handed-over item, part by part, up to the size in the item. */
async function* handedOverBytes(
  call: CommandContext['call'],
  handoverId: string,
  recordingId: string,
  bytes: number,
): AsyncIterable<Uint8Array> {
  for (let offset = 0; offset < bytes;) {
    const answer = await call(handoverCalls.readAudio, { id: handoverId, recordingId, offset });
    const part = fromBase64(answer.bytes).subarray(0, bytes - offset);
    if (part.length === 0) throw new CallError('UPLOAD_HASH_MISMATCH');
    yield part;
    offset += part.length;
  }
}

/**
 * Takes over a file of a project, after its item unless the server has it, or a file of a question, before the
 * question.
 */
async function takeOverFile(
  { device, locks, call, clock }: CommandContext,
  handoverId: string,
  { recordingId, itemId, turnId, version, name, bytes, sha256 }: HandedOver<'file'>,
): Promise<void> {
  if ((await filesOf(device, itemId)).some((file) => file.sha256 === sha256)) return;
  const type = typeOfName(cleanFileName(name));
  if (!type || bytes > type.maxSize) return;
  const of = { itemId, version, ...(turnId === undefined ? {} : { turnId }) };
  const file = { ...of, name: cleanFileName(name), mimeType: type.mimeType, isKept: false };
  await storeFile(
    { device, locks, now: clock.now() },
    { ...file, transfer: 'storing' },
    handedOverBytes(call, handoverId, recordingId, bytes),
    async (stored) => {
      if (stored.sha256 !== sha256) throw new CallError('UPLOAD_HASH_MISMATCH');
      await device.files.update(stored.id, { transfer: 'queued' });
    },
  );
}

/** Stores the bytes first, part by part, as for an imported file; an interrupted one is removed at the next start. */
async function takeOverRecording(
  { device, call, locks }: CommandContext,
  handoverId: string,
  item: HandedOver<'recording'>,
): Promise<void> {
  const {
    recordingId: id,
    meetingId,
    fileName,
    mimeType,
    language,
    source,
    startedAt,
    endedAt,
    capturedMs,
    wallMs,
    gaps,
    bytes,
    sha256,
  } = item;
  await locks.request(recordingLock(id), async () => {
    const known = await device.recordings.get(id);
    if (known?.sha256 === sha256) return;
    if (known) await deleteRecording(device, id);
    const recording: LocalRecording = {
      id,
      meetingId,
      state: 'imported',
      transfer: 'local',
      fileName,
      mimeType,
      language,
      source,
      startedAt,
      endedAt,
      capturedMs,
      wallMs,
      gaps,
      bytes: 0,
      chunks: 0,
      sha256: '',
    };
    await device.recordings.add(recording);
    const hash = new Sha256();
    while (recording.bytes < bytes) {
      const part = fromBase64(
        (await call(handoverCalls.readAudio, { id: handoverId, recordingId: id, offset: recording.bytes })).bytes,
      );
      hash.update(part);
      const seq = recording.chunks;
      recording.chunks += 1;
      recording.bytes += part.length;
      await writeChunk(device, { recordingId: id, seq, bytes: part, durationMs: 0, atMs: 0 }, { ...recording });
    }
    if (hash.hex() !== sha256) {
      await deleteRecording(device, id);
      throw new CallError('UPLOAD_HASH_MISMATCH');
    }
    await device.recordings.put({
      ...recording,
      state: source === 'file' ? 'imported' : 'stopped',
      transfer: 'queued',
      sha256,
    });
  });
}

/**
 * Adapts an item of a member who left for the heir: a new document becomes the heir's own. Documents that the server
 * has were transferred when the member left.
 */
function inherited(context: CommandContext, item: HandoverItem, leaver: string): HandoverItem {
  if (item.kind !== 'document' || item.base !== null || item.content['_deleted'] === true) return item;
  const { userId } = context.account;
  const content: HandedOver<'document'>['content'] = { ...item.content };
  for (const field of ['creatorId', 'ownerId', 'addedBy']) if (content[field] === leaver) content[field] = userId;
  if (content['space'] === spaceOf('person', leaver)) content['space'] = spaceOf('person', userId);
  content['abilities'] = KINDS[item.collection].abilities(content, 'owner', viewerOf(context));
  return { ...item, content };
}
