/** The spoken meeting of the demo: audio, speakers, texts and times (made by assets/make-recording.mjs). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { installed } from '../../../platform/installation';

export interface DemoRecording {
  bytes: Buffer;
  sha256: string;
  /** milliseconds */
  durationMs: number;
  /** `speaker`: index from 0 in the order of first speech; times in milliseconds */
  segments: { speaker: number; start: number; end: number; text: string }[];
}

const Script = v.object({
  durationMs: v.number(),
  segments: v.array(v.object({ speaker: v.string(), start: v.number(), end: v.number(), text: v.string() })),
});

const asset = (name: string): string => installed(`server/core/meetings/demo/assets/${name}`);

export async function readRecording(name: 'launch-meeting'): Promise<DemoRecording> {
  const bytes = await readFile(asset(`${name}.mp3`));
  const script = v.parse(Script, JSON.parse(await readFile(asset(`${name}.json`), 'utf8')));
  const speakers = [...new Set(script.segments.map((s) => s.speaker))];
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    durationMs: script.durationMs,
    segments: script.segments.map((s) => ({ ...s, speaker: speakers.indexOf(s.speaker) })),
  };
}
