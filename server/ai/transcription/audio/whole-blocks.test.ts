import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { packetsOf } from '../../../../tests/support/webm';
import { levelsOf } from '../../../../sync/model/peaks';
import { bytesOf } from './bytes';
import { openAudio } from './cutter';
import { peaksOf } from './peaks';
import { wholeBlocks } from './whole-blocks';

/** two seconds in one cluster of 5,501 bytes, in packets of 60 ms */
const read = async (): Promise<Uint8Array> => new Uint8Array(await readFile('tests/fixtures/tone.webm'));
/** positions of the cluster's size field (eight bytes) and of its data */
const SIZE_AT = 267;
const DATA_AT = 275;

it('reads the complete blocks of a truncated cluster', async () => {
  const whole = await read();
  const packets = await packetsOf(bytesOf(whole));
  for (const share of [0.9, 0.5, 0.2]) {
    const part = bytesOf(whole.subarray(0, Math.floor(whole.length * share)));
    const left = await packetsOf(await wholeBlocks(part));
    expect(left.length).toBeGreaterThan(1);
    expect(left).toEqual(packets.slice(0, left.length));
    // no complete block is missing: the next one would exceed the file
    const next = packets[left.length]!.data.length + left.reduce((sum, { data }) => sum + data.length, 0);
    expect(next + DATA_AT).toBeGreaterThan(part.size - 8 * (left.length + 1));
    const cutter = await openAudio(part, 'webm');
    expect(cutter.durationMs).toBeGreaterThanOrEqual(Math.floor(left.at(-1)!.seconds * 1_000));
    expect((await cutter.cut(0, 60_000)).energy).not.toBeNull();
    cutter.dispose();
    const peaks = (await peaksOf(part, 'webm'))!;
    expect(Math.abs(levelsOf(peaks).length * peaks.everyMs - cutter.durationMs)).toBeLessThanOrEqual(200);
  }
});

it('does not change complete files, files without a complete block, and other content', async () => {
  const whole = await read();
  const stream = Uint8Array.from(whole);
  stream.set([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], SIZE_AT);
  for (const bytes of [
    whole,
    whole.subarray(0, DATA_AT),
    whole.subarray(0, SIZE_AT + 2),
    whole.subarray(0, 20),
    stream.subarray(0, 3_000),
    new Uint8Array(4_000),
    new Uint8Array(4_000).fill(0xff),
    new Uint8Array(0),
  ]) {
    const source = bytesOf(bytes);
    expect(await wholeBlocks(source)).toBe(source);
  }
});
