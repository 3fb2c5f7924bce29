/** A recording's bytes from an offset on, in parts of a size, never more than one part and one row in memory. */
import type { DeviceDatabase } from '../device/database';
import { recordingBytes } from '../recordings/bytes';

export async function* partsFrom(device: DeviceDatabase, recordingId: string, offset: number, partBytes: number): AsyncIterable<Uint8Array<ArrayBuffer>> {
  let skip = offset;
  let part = new Uint8Array(partBytes);
  let filled = 0;
  for await (const row of recordingBytes(device, recordingId)) {
    let bytes = row;
    if (skip > 0) {
      const skipped = Math.min(skip, bytes.length);
      skip -= skipped;
      bytes = bytes.subarray(skipped);
    }
    while (bytes.length > 0) {
      const taken = bytes.subarray(0, partBytes - filled);
      part.set(taken, filled);
      filled += taken.length;
      bytes = bytes.subarray(taken.length);
      if (filled === partBytes) { yield part; part = new Uint8Array(partBytes); filled = 0; }
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}
