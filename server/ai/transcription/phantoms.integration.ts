/** Hallucinated sentences in silence and noise are removed, in the languages in which recognisers produce most of them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mp3Of } from '../../../tests/support/sound';
import { startTranscriptionServer, type TranscriptionServer } from '../../../tests/support/transcription-server';
import { trustedTransport } from '../http/transport';
import { bytesOf } from './audio/bytes';
import { openAudio } from './audio/cutter';
import { wavFile, WAV_RATE } from './audio/wav';
import { openAiCompatible } from './openai-compatible';
import { recognise } from './recognise';

let server: TranscriptionServer;
beforeEach(async () => {
  server = await startTranscriptionServer();
});
afterEach(() => server.close());

const INVENTED = {
  ja: 'ご視聴ありがとうございました。',
  zh_hans: '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
  zh_hant: '字幕由 Amara.org 社群提供',
  ko: '시청해 주셔서 감사합니다.',
};
const SECONDS = 8;

/** White noise, the same in each run. */
function noise(rms: number): Float32Array {
  let seed = 7;
  return Float32Array.from({ length: SECONDS * WAV_RATE }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return (seed / 2 ** 30 - 1) * rms * Math.sqrt(3);
  });
}
/** Faint syllables of a fifth of a second between two times, in a room with noise. */
const speech = (fromS: number, toS: number): Float32Array =>
  noise(0.001).map((value, n) => {
    const s = n / WAV_RATE;
    const on = s >= fromS && s < toS && Math.floor(s * 5) % 2 === 0;
    return value + (on ? 0.012 * Math.sin(n / 9) : 0);
  });
const pcm = (samples: Float32Array): Int16Array => Int16Array.from(samples, (s) => s * 32_767);

/** The same audio for all languages, since encoding takes most of the time. */
const SOUNDS = [0, 0.0005, 0.004, 0.008].map(noise);
const SPEECH = speech(1, 4);
const FAN = noise(0.03);
const encoded = new Map<Float32Array, Buffer>();
function encode(samples: Float32Array): Buffer {
  const bytes = encoded.get(samples) ?? mp3Of([samples]);
  encoded.set(samples, bytes);
  return bytes;
}

const heard = async (samples: Float32Array, language: string, kind: 'wav' | 'mp3') => {
  const bytes = kind === 'wav' ? wavFile(pcm(samples)) : encode(samples);
  const provider = openAiCompatible({
    endpoint: { url: server.url, apiKey: 'k', transport: trustedTransport },
    model: 'whisper-1',
  });
  const segments = await recognise(await openAudio(bytesOf(bytes), kind), provider, {
    language,
    prompt: '',
    signal: new AbortController().signal,
    step: (_part, work) => work(),
    progress: async () => undefined,
    wait: async () => undefined,
  });
  return segments.map((s) => s.text);
};

describe.each(Object.entries(INVENTED))('in %s', (language, invented) => {
  it.each(['wav', 'mp3'] as const)('no segment is left in silence or noise of a %s', async (kind) => {
    // the provider returns a hallucination for any input
    server.setScript([{ segments: [{ start: 2, end: 6, text: invented }] }]);
    for (const sound of SOUNDS) expect(await heard(sound, language, kind)).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });

  it.each(['wav', 'mp3'] as const)(
    'faint speech of a %s is kept, and a hallucination after it is dropped',
    async (kind) => {
      server.setScript([
        {
          segments: [
            { start: 1, end: 4, text: 'spoken' },
            { start: 5, end: 7, text: invented },
          ],
        },
      ]);
      expect(await heard(SPEECH, language, kind)).toEqual(['spoken']);
    },
  );

  it.each(['wav', 'mp3'] as const)('a hallucination over the noise of a fan in a %s is dropped', async (kind) => {
    server.setScript([
      {
        segments: [
          { start: 1, end: 3, text: invented },
          { start: 3, end: 7, text: `${invented} ${invented}` },
        ],
      },
    ]);
    expect(await heard(FAN, language, kind)).toEqual([]);
  });

  it('a hallucination without times is dropped', async () => {
    server.setScript([{ text: invented }]);
    expect(await heard(SPEECH, language, 'wav')).toEqual([]);
  });
});
