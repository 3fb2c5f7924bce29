/** Random access to bytes, so that a recording of 300 MB is not read into memory as a whole. */
import type { BlobStore } from '../../../platform/storage/blob-store';

export interface ByteSource {
  size: number;
  /** Bytes from `start` up to, not including, `end`; fewer at the end of the source. */
  read(start: number, end: number): Promise<Uint8Array>;
}

export const bytesOf = (all: Uint8Array): ByteSource => ({
  size: all.byteLength,
  read: async (start, end) => all.subarray(start, Math.min(end, all.byteLength)),
});

/** Byte source of a blob. Throws CallError('NO_DATA') if there is no such blob. */
export const blobBytes = (blobs: BlobStore, key: string, size: number): ByteSource => ({
  size,
  async read(start, end) {
    const last = Math.min(end, size) - 1;
    if (last < start) return new Uint8Array(0);
    const parts: Buffer[] = [];
    for await (const part of await blobs.get(key, { start, end: last })) parts.push(part as Buffer);
    return Buffer.concat(parts);
  },
});
