/**
 * Sends one account's unsent work into quarantine.
 *
 *   documents, texts, conflicts: batches ──► recordings: parts, then their item
 *        │ refused for its content: halved until the one item is found, which is left out
 *        └ no answer, server busy: thrown; all of it is sent again later, which changes nothing
 */
import { toBase64 } from '../../../merge/yjs';
import { NoAnswerError } from '../../../protocol/client';
import { CallError } from '../../../protocol/errors';
import { HANDOVER, type HandedOver, type HandoverItem } from '../../../protocol/handover';
import type { LocalRecording } from '../../storage/device-database';
import { Sha256 } from '../../recording/sha256';
import { partsFrom } from '../../outbox/uploads/parts';
import { SealError } from '../../storage/sealing/vault';
import type { HandoverLine } from './line';
import { placeOfRecording, unsentItems, unsentRecordings, type UnsentStores } from './unsent';

/** bytes and items of a batch, roughly; one item may be larger */
const BATCH_BYTES = 2 * 1024 * 1024;
const BATCH_ITEMS = 100;
/** Attempts after which an item is left out at which a server fails that answers otherwise. */
const POISONED_AFTER = 5;

export interface Sending {
  line: HandoverLine;
  stores: UnsentStores;
  /** from 1 */
  attempt: number;
  /** an item is in quarantine, or was left out; several may be about one thing */
  onDone: (about: string, isTaken: boolean) => void;
}

/** What an error says: of the item that was sent, of this moment, or that the handover is over (thrown as it is). */
const isAboutContent = (error: unknown): error is CallError =>
  error instanceof CallError &&
  !(error instanceof NoAnswerError) &&
  error.code !== 'HANDOVER_CLOSED' &&
  error.status < 500 &&
  error.status !== 429 &&
  error.status !== 401 &&
  error.status !== 403;

/** Gives how many items could not be handed over. Throws HANDOVER_CLOSED, and what says that it has to be tried again. */
export async function sendUnsent(sending: Sending): Promise<number> {
  const left = new Set<string>();
  let batch: HandoverItem[] = [];
  let bytes = 0;
  for await (const item of unsentItems(sending.stores)) {
    const size = JSON.stringify(item).length;
    if (batch.length > 0 && (batch.length === BATCH_ITEMS || bytes + size > BATCH_BYTES)) {
      await sendBatch(sending, batch, left);
      [batch, bytes] = [[], 0];
    }
    batch.push(item);
    bytes += size;
  }
  await sendBatch(sending, batch, left);
  for (const recording of await unsentRecordings(sending.stores.device)) await sendRecording(sending, recording, left);
  return left.size;
}

async function sendBatch(sending: Sending, batch: HandoverItem[], left: Set<string>): Promise<void> {
  if (batch.length === 0) return;
  try {
    await sending.line.items(batch);
  } catch (error) {
    if (!isAboutContent(error) && !(await isPoisoned(sending, error))) throw error;
    if (batch.length > 1) {
      const half = batch.length >> 1;
      await sendBatch(sending, batch.slice(0, half), left);
      await sendBatch(sending, batch.slice(half), left);
      return;
    }
    left.add(batch[0]!.id);
    return sending.onDone(batch[0]!.about, false);
  }
  for (const { about } of batch) sending.onDone(about, true);
}

/** Whether it is these items at which the server fails, not the server altogether. */
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

async function sendRecording(sending: Sending, recording: LocalRecording, left: Set<string>): Promise<void> {
  const { about, title } = await placeOfRecording(sending.stores, recording);
  let isTaken = false;
  try {
    const sound = await sendSound(sending, recording.id);
    if (sound.bytes > 0) {
      await sending.line.items([itemOf(recording, { about, title, ...sound })]);
      isTaken = true;
    }
  } catch (error) {
    // a row of it is missing on this device, or damaged
    if (
      !isAboutContent(error) &&
      !(error instanceof RangeError) &&
      !(error instanceof SealError) &&
      !(await isPoisoned(sending, error))
    )
      throw error;
    left.add(recording.id);
  }
  sending.onDone(about, isTaken);
}

/** Sends what the server does not have yet. One that still runs ends with what is on the disk now. */
async function sendSound(
  { line, stores: { device } }: Sending,
  recordingId: string,
): Promise<{ bytes: number; sha256: string }> {
  const hash = new Sha256();
  let at = 0;
  let known = 0;
  for await (const part of partsFrom(device, recordingId, 0, () => HANDOVER.partBytes, [])) {
    hash.update(part);
    const end = at + part.length;
    while (known < end) {
      const from = Math.max(at, known);
      const { size } = await line.audio({ recordingId, offset: from, bytes: toBase64(part.subarray(from - at)) });
      // neither taken nor ahead: the two disagree on what was sent before
      if (size <= from && size <= known) throw new CallError('UPLOAD_HASH_MISMATCH');
      known = size;
    }
    at = end;
  }
  return { bytes: at, sha256: hash.hex() };
}

const itemOf = (
  recording: LocalRecording,
  found: { about: string; title: string; bytes: number; sha256: string },
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
    ...found,
  };
};
