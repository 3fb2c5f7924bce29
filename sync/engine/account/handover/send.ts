/**
 * Sends one account's unsent work into quarantine.
 *
 *   documents, texts, conflicts: batches ──► recordings, images, files: parts, then their item
 *        │ refused for its content: bisected until the refused item is found, which is left out
 *        └ no answer, server busy: thrown; the next attempt sends everything again, which is idempotent
 */
import { toBase64 } from '../../../merge/yjs';
import { NoAnswerError } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import { HANDOVER, type HandedOver, type HandoverItem } from '../../../protocol/handover';
import { bytesOfImage } from '../../images/image-store';
import { fileRows } from '../../files/file-store';
import type { LocalFile, LocalImage, LocalRecording } from '../../storage/device-rows';
import { recordingChunks } from '../../recording/chunk-store';
import { Sha256 } from '../../recording/sha256';
import { partsFrom } from '../../outbox/uploads/parts';
import { SealError } from '../../storage/sealing/vault';
import type { HandoverLine } from './line';
import {
  itemOfFile,
  meetingOfRecording,
  subjectOfImage,
  unsentFiles,
  unsentImages,
  unsentItems,
  unsentRecordings,
  type UnsentStores,
} from './unsent';

/** approximate bytes, and items, of a batch; one item may be larger */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_ITEMS = 100;
/** Attempts after which an item is left out that makes an otherwise healthy server fail. */
const POISONED_AFTER = 5;

export interface Sending {
  line: HandoverLine;
  stores: UnsentStores;
  /** from 1 */
  attempt: number;
  /** an item is in quarantine, or was left out; several items may be about one thing */
  onDone: (about: string, isTaken: boolean) => void;
}

/** Whether an error concerns the item that was sent, not the connection, the session or the end of the handover. */
const isAboutContent = (error: unknown): error is CallError =>
  error instanceof CallError &&
  !(error instanceof NoAnswerError) &&
  error.code !== 'HANDOVER_CLOSED' &&
  error.status < 500 &&
  error.status !== 429 &&
  error.status !== 401 &&
  error.status !== 403;

/**
 * @returns the number of items that were left out. Throws HANDOVER_CLOSED, and errors after which another attempt may
 * succeed.
 */
export async function sendUnsent(sending: Sending): Promise<number> {
  const leftOut = new Set<string>();
  let batch: HandoverItem[] = [];
  let bytes = 0;
  for await (const item of unsentItems(sending.stores)) {
    const size = JSON.stringify(item).length;
    if (batch.length > 0 && (batch.length === BATCH_ITEMS || bytes + size > BATCH_BYTES)) {
      await sendBatch(sending, batch, leftOut);
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += size;
  }
  await sendBatch(sending, batch, leftOut);
  for (const recording of await unsentRecordings(sending.stores.device))
    await sendRecording(sending, recording, leftOut);
  for (const image of await unsentImages(sending.stores.device)) await sendImage(sending, image, leftOut);
  for (const file of await unsentFiles(sending.stores.device)) await sendFile(sending, file, leftOut);
  return leftOut.size;
}

async function sendBatch(sending: Sending, batch: HandoverItem[], leftOut: Set<string>): Promise<void> {
  if (batch.length === 0) return;
  try {
    await sending.line.items(batch);
  } catch (error) {
    if (!isAboutContent(error) && !(await isPoisoned(sending, error))) throw error;
    if (batch.length > 1) {
      const half = batch.length >> 1;
      await sendBatch(sending, batch.slice(0, half), leftOut);
      await sendBatch(sending, batch.slice(half), leftOut);
      return;
    }
    leftOut.add(batch[0]!.id);
    return sending.onDone(batch[0]!.about, false);
  }
  for (const { about } of batch) sending.onDone(about, true);
}

/** Whether the server fails at these items only: it accepts an empty batch. */
async function isPoisoned({ line, attempt }: Sending, error: unknown): Promise<boolean> {
  if (
    attempt < POISONED_AFTER ||
    !(error instanceof CallError) ||
    error instanceof NoAnswerError ||
    error.code !== 'HTTP_500'
  )
    return false;
  await line.items([]);
  return true;
}

async function sendRecording(sending: Sending, recording: LocalRecording, leftOut: Set<string>): Promise<void> {
  const { about, title } = await meetingOfRecording(sending.stores, recording);
  let isTaken = false;
  try {
    const audio = await sendBytes(
      sending,
      recording.id,
      partsFrom(
        (first) => recordingChunks(sending.stores.device, recording.id, first),
        0,
        () => HANDOVER.partBytes,
        [],
      ),
    );
    if (audio.bytes > 0) {
      await sending.line.items([itemOf(recording, { about, title, ...audio })]);
      isTaken = true;
    }
  } catch (error) {
    if (!isAboutContent(error) && !isUnreadable(error) && !(await isPoisoned(sending, error))) throw error;
    leftOut.add(recording.id);
  }
  sending.onDone(about, isTaken);
}

/** True if bytes are missing on this device, or damaged. */
const isUnreadable = (error: unknown): boolean => error instanceof RangeError || error instanceof SealError;

async function* partsOf(bytes: Uint8Array): AsyncIterable<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += HANDOVER.partBytes)
    yield bytes.slice(at, at + HANDOVER.partBytes) as Uint8Array<ArrayBuffer>;
}

async function sendImage(sending: Sending, image: LocalImage, leftOut: Set<string>): Promise<void> {
  const { id, contentId, imageId = id, addedAt } = image;
  const { about, title } = await subjectOfImage(sending.stores, image);
  let isTaken = false;
  try {
    const bytes = await bytesOfImage(sending.stores.device, id);
    if (bytes) {
      const sent = await sendBytes(sending, id, partsOf(bytes));
      const at = Math.round(addedAt);
      await sending.line.items([
        { kind: 'image', id: `image/${id}`, recordingId: id, contentId, imageId, at, about, title, ...sent },
      ]);
      isTaken = true;
    }
  } catch (error) {
    if (!isAboutContent(error) && !(await isPoisoned(sending, error))) throw error;
  }
  if (!isTaken) leftOut.add(id);
  sending.onDone(about, isTaken);
}

async function sendFile(sending: Sending, file: LocalFile, leftOut: Set<string>): Promise<void> {
  const { id, itemId, turnId, version, name, mimeType, addedAt } = file;
  const { about, title } = await itemOfFile(sending.stores, file);
  let isTaken = false;
  try {
    const rows = (first: number) => fileRows(sending.stores.device, id, first);
    const sent = await sendBytes(
      sending,
      id,
      partsFrom(rows, 0, () => HANDOVER.partBytes, []),
    );
    const of = { recordingId: id, itemId, version, name, mimeType, ...(turnId === undefined ? {} : { turnId }) };
    await sending.line.items([
      { kind: 'file', id: `file/${id}`, ...of, at: Math.round(addedAt), about, title, ...sent },
    ]);
    isTaken = true;
  } catch (error) {
    if (!isAboutContent(error) && !isUnreadable(error) && !(await isPoisoned(sending, error))) throw error;
    leftOut.add(id);
  }
  sending.onDone(about, isTaken);
}

/** Sends the bytes that the server does not have yet. A recording that still runs ends with the bytes on disk now. */
async function sendBytes(
  { line }: Sending,
  recordingId: string,
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = new Sha256();
  let at = 0;
  let known = 0;
  for await (const part of parts) {
    hash.update(part);
    const end = at + part.length;
    while (known < end) {
      const from = Math.max(at, known);
      const { size } = await line.audio({ recordingId, offset: from, bytes: toBase64(part.subarray(from - at)) });
      // the server neither took the part nor is ahead: both sides disagree on the bytes sent before
      if (size <= from && size <= known) throw new CallError('UPLOAD_HASH_MISMATCH');
      known = size;
    }
    at = end;
  }
  return { bytes: at, sha256: hash.hex() };
}

const itemOf = (
  recording: LocalRecording,
  audio: { about: string; title: string; bytes: number; sha256: string },
): HandedOver<'recording'> => {
  const { id, meetingId, fileName, mimeType, language, source, startedAt, endedAt, capturedMs, wallMs, gaps } =
    recording;
  const ended = Math.round(Math.max(endedAt, startedAt + Math.max(wallMs, capturedMs)));
  return {
    kind: 'recording',
    id: `recording/${id}`,
    recordingId: id,
    at: Math.round(startedAt),
    meetingId,
    fileName,
    mimeType,
    language,
    source,
    startedAt: Math.round(startedAt),
    endedAt: ended,
    capturedMs,
    wallMs,
    gaps,
    ...audio,
  };
};
