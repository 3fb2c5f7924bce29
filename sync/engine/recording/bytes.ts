/** Reads a recording from its rows, with one row in memory at a time. */
import type { DeviceDatabase } from '../storage/device-database';
import { recordingChunks } from './chunk-store';
import { Sha256 } from './sha256';

/** Bytes of a recording in order, row by row. Throws a RangeError if a row is missing. */
export async function* recordingBytes(db: DeviceDatabase, recordingId: string): AsyncIterable<Uint8Array> {
  for await (const chunk of recordingChunks(db, recordingId)) yield chunk.bytes;
}

/** Rows per intermediate Blob: browsers move the bytes of a Blob out of memory. */
const ROWS_PER_BLOB = 64;

/** The recording as a Blob; null if this device has no bytes of it. */
export async function recordingBlob(db: DeviceDatabase, recordingId: string): Promise<Blob | null> {
  const recording = await db.recordings.get(recordingId);
  if (!recording) return null;
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const bytes of recordingBytes(db, recordingId)) {
    parts.push(bytes as Uint8Array<ArrayBuffer>);
    if (parts.length === ROWS_PER_BLOB) {
      blobs.push(new Blob(parts));
      parts = [];
    }
  }
  const blob = new Blob([...blobs, ...parts], { type: recording.mimeType });
  return blob.size ? blob : null;
}

/** Hex SHA-256 of a recording, computed in constant memory. */
export async function hashRecording(db: DeviceDatabase, recordingId: string): Promise<string> {
  const hash = new Sha256();
  for await (const bytes of recordingBytes(db, recordingId)) hash.update(bytes);
  return hash.hex();
}
