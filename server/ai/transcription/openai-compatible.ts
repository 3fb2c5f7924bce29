/** Client of `/audio/transcriptions`, as served by OpenAI, speaches, whisper.cpp, vLLM and LocalAI. */
import { hostOf, sendForJson, TIME_LIMITS, type Endpoint } from '../http/request';
import { readAnswer } from './answer';
import type { AudioPart, RecogniseOptions, RecognisedSegment, TranscriptionProvider } from './provider';

/** maximum bytes of an answer; two hours of dense speech with words are below 4 MB */
const ANSWER_MAX_BYTES = 20 * 1024 * 1024;

/** ISO 639-1, as these servers expect it. */
const LANGUAGES: Record<string, string> = { en: 'en', zh_hans: 'zh', zh_hant: 'zh', ja: 'ja', ko: 'ko' };

/**
 * Formats and options of a model: OpenAI's diarizing model rejects `prompt`; its other 4o models answer only in plain
 * JSON.
 */
export function dialectOf(model: string): { format: 'verbose_json' | 'diarized_json' | 'json'; prompt: boolean } {
  if (/diarize/i.test(model)) return { format: 'diarized_json', prompt: false };
  if (/^gpt-4o.*transcribe/i.test(model)) return { format: 'json', prompt: true };
  return { format: 'verbose_json', prompt: true };
}

function formOf(part: AudioPart, model: string, options: RecogniseOptions): FormData {
  const form = new FormData();
  const dialect = dialectOf(model);
  form.set('file', new Blob([part.bytes as Uint8Array<ArrayBuffer>], { type: part.mimeType }), part.fileName);
  form.set('model', model);
  form.set('response_format', dialect.format);
  const language = LANGUAGES[options.language];
  if (language) form.set('language', language);
  if (dialect.format === 'verbose_json') form.set('timestamp_granularities[]', 'segment');
  if (dialect.format === 'diarized_json') form.set('chunking_strategy', 'auto');
  if (dialect.prompt && options.prompt) form.set('prompt', options.prompt);
  return form;
}

/** `keepEmpty`: keep segments without text, for a server that only identifies speakers. */
export function openAiCompatible(
  { endpoint, model }: { endpoint: Endpoint; model: string },
  how: { keepEmpty?: boolean } = {},
): TranscriptionProvider {
  return {
    name: hostOf(endpoint.url),
    model,
    async transcribe(part, options): Promise<RecognisedSegment[]> {
      const form = new Response(formOf(part, model, options));
      const json = await sendForJson(
        { ...endpoint, times: { firstMs: TIME_LIMITS.totalMs, ...endpoint.times } },
        {
          path: '/audio/transcriptions',
          body: { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type')! },
          maxBytes: ANSWER_MAX_BYTES,
          // servers refuse a part that is too long with either status
          refusals: { 400: 'tooLarge', 413: 'tooLarge' },
          signal: options.signal,
        },
      );
      return readAnswer(json, how);
    },
  };
}
