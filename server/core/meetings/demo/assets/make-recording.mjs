/**
 * Makes launch-meeting.mp3 and launch-meeting.json: a spoken meeting of two people with the times of each sentence.
 *
 *   sentence ─► espeak-ng ─► sox (trim, 16 kHz mono) ─┐ its length is known
 *   pause ──────────────────────────────────────────┴─► one signal ─► lamejs ─► mp3
 *
 * Run it only to change the recording: `node server/core/meetings/demo/assets/make-recording.mjs`. It needs espeak-ng and sox.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Mp3Encoder } from 'lamejs';

const RATE = 16_000;
/** seconds of silence after a sentence, before the same and before another speaker */
const PAUSE = { same: 0.3, other: 0.55 };
const VOICES = { A: ['-v', 'en-gb+f3', '-s', '158', '-p', '52'], B: ['-v', 'en-us+m3', '-s', '162', '-p', '38'] };

const SENTENCES = [
  ['A', 'Good morning. Let us go through the plan for the spring release.'],
  ['B', 'The trial has been running for two weeks now, with twelve shops.'],
  ['A', 'And what did we learn from them?'],
  ['B', 'Nine of the twelve use the app every day.'],
  ['B', 'But three of them could not find out how to share a lighting plan.'],
  ['A', 'Then the share button has to be easier to see before we open it to everybody.'],
  ['B', 'I can draw a new version by Thursday, and we can try it with two shops on Friday.'],
  ['A', 'Very good. How far are the translations?'],
  ['B', 'Japanese and Korean are done. Chinese will be ready on Monday.'],
  ['A', 'Thank you. So the date stays as it is: we start on the twentieth of April.'],
];

const folder = mkdtempSync(join(tmpdir(), 'demo-recording-'));
const pieces = [];
const segments = [];
let samples = Math.round(0.4 * RATE);
pieces.push(new Int16Array(samples));

SENTENCES.forEach(([speaker, text], i) => {
  const raw = join(folder, `${i}.wav`);
  const trimmed = join(folder, `${i}.raw`);
  execFileSync('espeak-ng', [...VOICES[speaker], '-w', raw, text]);
  execFileSync('sox', [
    raw,
    '-r',
    String(RATE),
    '-c',
    '1',
    '-b',
    '16',
    '-e',
    'signed-integer',
    '-t',
    'raw',
    trimmed,
    'silence',
    '1',
    '0.01',
    '0.5%',
    'reverse',
    'silence',
    '1',
    '0.01',
    '0.5%',
    'reverse',
    'norm',
    '-4',
  ]);
  const bytes = readFileSync(trimmed);
  const speech = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const pause = new Int16Array(Math.round(RATE * (SENTENCES[i + 1]?.[0] === speaker ? PAUSE.same : PAUSE.other)));
  segments.push({
    speaker,
    start: Math.round((samples / RATE) * 1000),
    end: Math.round(((samples + speech.length) / RATE) * 1000),
    text,
  });
  pieces.push(speech, pause);
  samples += speech.length + pause.length;
});
rmSync(folder, { recursive: true });

const signal = new Int16Array(samples);
let at = 0;
for (const piece of pieces) {
  signal.set(piece, at);
  at += piece.length;
}
const encoder = new Mp3Encoder(1, RATE, 40);
const out = [];
for (let from = 0; from < signal.length; from += 1152)
  out.push(Buffer.from(encoder.encodeBuffer(signal.subarray(from, from + 1152))));
out.push(Buffer.from(encoder.flush()));
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));
writeFileSync(beside('./launch-meeting.mp3'), Buffer.concat(out));
writeFileSync(
  beside('./launch-meeting.json'),
  `${JSON.stringify({ durationMs: Math.round((samples / RATE) * 1000), segments }, null, 2)}\n`,
);
