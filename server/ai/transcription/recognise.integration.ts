import { readFile } from 'node:fs/promises';
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mp3Of, toneMp3 } from '../../../tests/support/sound';
import { startTranscriptionServer, type TranscriptionServer } from '../../../tests/support/transcription-server';
import { bytesOf } from './audio/bytes';
import { openAudio } from './audio/cutter';
import { wavFile, wavFormat, WAV_RATE } from './audio/wav';
import { ProviderFailure } from '../failure';
import { trustedTransport } from '../http/transport';
import { openAiCompatible } from './openai-compatible';
import { diarized } from './diarized';
import type { RecognisedSegment } from './provider';
import { recognise, type Recognition } from './recognise';

let server: TranscriptionServer;
beforeEach(async () => {
  server = await startTranscriptionServer();
});
afterEach(() => server.close());

const waited: number[] = [];
const options = (over: Partial<Recognition> = {}): Recognition => ({
  language: 'ja',
  prompt: 'Satchel',
  signal: new AbortController().signal,
  step: (_part, work) => work(),
  progress: async () => undefined,
  wait: async (ms) => {
    waited.push(ms);
  },
  ...over,
});
const provider = () =>
  openAiCompatible({
    endpoint: { url: server.url, apiKey: 'secret-key', transport: trustedTransport },
    model: 'whisper-1',
  });
const tone = (seconds: number, loud = 0.2): Int16Array =>
  Int16Array.from({ length: seconds * WAV_RATE }, (_, i) => Math.sin(i / 9) * loud * 32_767);
const spoken = async () => openAudio(bytesOf(await readFile('tests/fixtures/spoken.wav')), 'wav');

async function webm(seconds: number): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  for (let i = 0; i < seconds * 50; i += 1) {
    // a valid Opus packet: one 20 ms SILK frame with arbitrary content
    const data = Uint8Array.from({ length: 40 }, (_, k) => (k === 0 ? 0x08 : (i * 7 + k) % 251));
    await source.add(new EncodedPacket(data, 'key', i * 0.02, 0.02), {
      decoderConfig: { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 },
    });
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

describe('recognising a recording', () => {
  it('sends a short recording whole with language, terms and key, and returns its segments', async () => {
    const segments = await recognise(await spoken(), provider(), options());
    expect(segments.map((s) => [s.start, s.end, s.text])).toEqual([
      [0, 4200, 'Good morning, everybody.'],
      [4200, 9800, 'Let us begin with the budget.'],
    ]);
    expect(new Set(segments.map((s) => s.speaker)).size).toBe(2);
    const [asked] = server.requests;
    expect(asked).toMatchObject({
      path: '/v1/audio/transcriptions',
      authorized: true,
      fields: { model: 'whisper-1', language: 'ja', prompt: 'Satchel', response_format: 'verbose_json' },
    });
    const sent = await wavFormat(bytesOf(asked!.file.bytes));
    expect(sent.durationMs).toBeGreaterThan(22_000);
  });

  it('cuts a long MP3 with overlap, keeps each sentence once and keeps speaker labels of two parts distinct', async () => {
    const bytes = bytesOf(toneMp3(21));
    let reads = 0;
    const cutter = await openAudio(
      {
        ...bytes,
        read: (start, end) => {
          reads += 1;
          return bytes.read(start, end);
        },
      },
      'mp3',
    );
    const total = cutter.durationMs / 1000;
    expect(Math.abs(total - 21 * 60)).toBeLessThan(5);
    server.setScript(async (request) => {
      const part = await openAudio(bytesOf(request.file.bytes), 'mp3');
      const seconds = Math.floor(part.durationMs / 1000);
      return {
        segments: Array.from({ length: seconds }, (_, i) => ({
          start: i,
          end: String(i + 1),
          text: `s${i}`,
          speaker: 'A',
        })),
      };
    });
    const progress: number[] = [];
    const segments = await recognise(
      cutter,
      provider(),
      options({
        progress: async (p) => {
          progress.push(p);
        },
      }),
    );
    expect(server.requests).toHaveLength(3);
    // one pass for the duration and one for cutting, not a read per frame
    expect(reads).toBeLessThan((2 * bytes.size) / 16_384);
    expect(progress.at(-1)).toBe(1);
    expect(new Set(segments.map((s) => s.speaker)).size).toBe(3);
    const starts = segments.map((s) => s.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(Math.abs(segments.length - total)).toBeLessThanOrEqual(3);
  });

  it('cuts WebM, truncated files included', async () => {
    const whole = await webm(700);
    const cutter = await openAudio(bytesOf(whole), 'webm');
    expect(Math.abs(cutter.durationMs - 700_000)).toBeLessThan(100);
    const part = await cutter.cut(100_000, 110_000);
    const again = await openAudio(bytesOf(part.bytes), 'webm');
    expect(Math.abs(again.durationMs - 10_000)).toBeLessThan(100);
    const broken = await openAudio(bytesOf(whole.subarray(0, Math.floor(whole.length / 2))), 'webm');
    expect((await broken.cut(0, 60_000)).durationMs).toBeGreaterThan(59_000);
  });

  it('drops segments recognised in the silence of a WebM recording', async () => {
    const cutter = await openAudio(bytesOf(await readFile('tests/fixtures/tone.webm')), 'webm');
    server.setScript([
      {
        segments: [
          { start: 0.1, end: 0.9, text: 'heard' },
          { start: 1.4, end: 1.9, text: '本日はありがとうございました' },
        ],
      },
    ]);
    expect((await recognise(cutter, provider(), options())).map(({ text }) => text)).toEqual(['heard']);
  });

  it('sends no silence and drops segments recognised over silence', async () => {
    const quiet = await openAudio(bytesOf(wavFile(tone(20, 0.0005))), 'wav');
    expect(await recognise(quiet, provider(), options())).toEqual([]);
    expect(server.requests).toHaveLength(0);
    const half = new Int16Array(20 * WAV_RATE);
    half.set(tone(10));
    server.setScript([
      {
        segments: [
          { start: 1, end: 3, text: 'heard' },
          { start: 14, end: 16, text: 'ご視聴ありがとうございました' },
          { start: 4, end: 5, text: 'doubted', no_speech_prob: 0.9, avg_logprob: -1.5 },
        ],
      },
    ]);
    const segments = await recognise(await openAudio(bytesOf(wavFile(half)), 'wav'), provider(), options());
    expect(segments.map((s) => s.text)).toEqual(['heard']);
  });

  it('sorts and limits segments that are unordered, overlap, or exceed the recording', async () => {
    server.setScript([
      {
        segments: [
          { start: 9, end: 12, text: 'third' },
          { start: 2, end: 6, text: 'first' },
          { text: 'without a time' },
          { start: 4, end: 5, text: 'second' },
          { start: 15, end: 90, text: 'last' },
          { start: 95, end: 99, text: 'said after the end, over no sound' },
        ],
      },
    ]);
    const cutter = await openAudio(bytesOf(wavFile(tone(20))), 'wav');
    const segments = await recognise(cutter, provider(), options());
    expect(segments.map((s) => s.text)).toEqual(['first', 'without a time', 'second', 'third', 'last']);
    expect(Math.max(...segments.map((s) => s.end))).toBeLessThanOrEqual(20_000);
  });

  it('distinguishes the two tracks of a recording, and does not send a silent one', async () => {
    const loud = Float32Array.from({ length: 8 * WAV_RATE }, (_, n) => Math.sin(n / 9) * 0.2);
    const silent = new Float32Array(loud.length);
    server.setScript((_request, index) => ({
      segments: [{ start: index ? 2 : 4, end: 6, text: `track ${index}`, speaker: 'A' }],
    }));
    const both = await openAudio(bytesOf(mp3Of([loud, loud])), 'mp3', 2);
    const said = (segments: RecognisedSegment[]) => segments.map((s) => [s.text, s.speaker, s.start]);
    expect(said(await recognise(both, provider(), options()))).toEqual([
      ['track 1', '0/others/A', 2000],
      ['track 0', 'me', 4000],
    ]);
    const sent = await wavFormat(bytesOf(server.requests[0]!.file.bytes));
    expect(sent).toMatchObject({ channels: 1, rate: WAV_RATE });
    const half = await openAudio(bytesOf(mp3Of([silent, loud])), 'mp3', 2);
    server.setScript([{ segments: [{ start: 1, end: 2, text: 'they' }] }]);
    expect(said(await recognise(half, provider(), options()))).toEqual([['they', 'others', 1000]]);
    expect(server.requests).toHaveLength(1);
    // a file with one channel, although the device reported two
    const mono = await openAudio(bytesOf(mp3Of([loud])), 'mp3', 2);
    expect(mono.tracks).toBe(1);
  });

  it('waits as long as a busy server asks', async () => {
    waited.length = 0;
    server.setScript([{ status: 429, headers: { 'retry-after': '7' } }, { text: 'late' }]);
    const segments = await recognise(await spoken(), provider(), options());
    expect(segments.map((s) => s.text)).toEqual(['late']);
    expect(waited).toEqual([7000]);
  });

  it('halves parts that a server finds too large, and fails when a part cannot be halved', async () => {
    server.setScript(async (request) =>
      (await wavFormat(bytesOf(request.file.bytes))).durationMs > 40_000
        ? { status: 413 }
        : { segments: [{ start: 6, end: 7, text: 'ok' }] },
    );
    const minute = await openAudio(bytesOf(wavFile(tone(70))), 'wav');
    const segments = await recognise(minute, provider(), options());
    expect(segments.map((s) => s.start)).toEqual([6000, 39_000]);
    server.setScript([{ status: 400 }]);
    await expect(recognise(minute, provider(), options())).rejects.toMatchObject({ kind: 'refused' });
  });

  it('reports each kind of failure and follows no redirect', async () => {
    const short = await spoken();
    const cases: [Parameters<typeof server.setScript>[0], string][] = [
      [[{ status: 500 }], 'unavailable'],
      [[{ status: 401 }], 'key'],
      [[{ raw: '<html>' }], 'malformed'],
      [[{ raw: '{"segments": 3}' }], 'malformed'],
      [[{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }], 'refused'],
    ];
    for (const [script, kind] of cases) {
      server.setScript(script);
      const failure = await recognise(short, provider(), options()).catch((e: unknown) => e);
      expect(failure, kind).toBeInstanceOf(ProviderFailure);
      expect(failure, kind).toMatchObject({ kind });
      expect(String((failure as Error).message)).not.toContain('secret-key');
    }
    server.setScript([{ hang: true }]);
    const impatient = openAiCompatible({
      endpoint: { url: server.url, apiKey: '', transport: trustedTransport, times: { firstMs: 50 } },
      model: 'm',
    });
    await expect(recognise(short, impatient, options())).rejects.toMatchObject({ kind: 'late' });
  });

  it('does not request finished parts again', async () => {
    const finished = new Map<number, RecognisedSegment[]>();
    const o = options({
      step: async (part, work) => {
        const segments = finished.get(part.start) ?? (await work());
        finished.set(part.start, segments);
        return segments;
      },
    });
    const first = await recognise(await spoken(), provider(), o);
    expect(await recognise(await spoken(), provider(), o)).toEqual(first);
    expect(server.requests).toHaveLength(1);
  });

  it('gets speakers from a second provider', async () => {
    const turns = await startTranscriptionServer({
      script: [
        {
          segments: [
            { start: 0, end: 4, speaker: 'x' },
            { start: 4, end: 10, speaker: 'y' },
          ],
        },
      ],
    });
    server.setScript([
      {
        segments: [
          { start: 0, end: 4, text: 'a' },
          { start: 4.5, end: 9, text: 'b' },
        ],
      },
    ]);
    const both = diarized(
      provider(),
      openAiCompatible(
        { endpoint: { url: turns.url, apiKey: '', transport: trustedTransport }, model: 'd' },
        { keepEmpty: true },
      ),
    );
    expect((await recognise(await spoken(), both, options())).map((s) => s.speaker)).toEqual(['0/x', '0/y']);
    await turns.close();
  });
});
