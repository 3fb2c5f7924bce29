/** Bytes that are read in parts, so that a recording of 300 MB never stands in memory. */
import type { BlobStore } from '../../../platform/storage/blob-store';

export interface ByteSource {
  size: number;
  /** Bytes from `start` up to, not including, `end`; fewer where the source ends. */
  read(start: number, end: number): Promise<Uint8Array>;
}

export const bytesOf = (all: Uint8Array): ByteSource => ({
  size: all.byteLength,
  read: async (start, end) => all.subarray(start, Math.min(end, all.byteLength)),
});

/** A blob. Throws CallError('NO_DATA') where there is none. */
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
