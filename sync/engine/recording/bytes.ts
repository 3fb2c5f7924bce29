/** Reading a recording from its rows, never more than one row in memory. */
import type { DeviceDatabase } from '../storage/device-database';
import { recordingChunks } from './chunk-store';
import { Sha256 } from './sha256';

/** The bytes of a recording in order, row by row. Throws a RangeError where a row is missing. */
export async function* recordingBytes(db: DeviceDatabase, recordingId: string): AsyncIterable<Uint8Array> {
  for await (const chunk of recordingChunks(db, recordingId)) yield chunk.bytes;
}

/** Rows that one Blob part takes: a browser moves the Blob's bytes out of memory part by part. */
const PARTS = 64;

/** The recording as a Blob, null when this device has no bytes of it. */
export async function recordingBlob(db: DeviceDatabase, recordingId: string): Promise<Blob | null> {
  const recording = await db.recordings.get(recordingId);
  if (!recording) return null;
  const folded: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const bytes of recordingBytes(db, recordingId)) {
    parts.push(bytes as Uint8Array<ArrayBuffer>);
    if (parts.length === PARTS) {
      folded.push(new Blob(parts));
      parts = [];
    }
  }
  const blob = new Blob([...folded, ...parts], { type: recording.mimeType });
  return blob.size ? blob : null;
}

/** SHA-256 of a recording's bytes in hex, in flat memory. */
export async function hashRecording(db: DeviceDatabase, recordingId: string): Promise<string> {
  const hash = new Sha256();
  for await (const bytes of recordingBytes(db, recordingId)) hash.update(bytes);
  return hash.hex();
}
