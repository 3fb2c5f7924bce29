/**
 * Client of `/v1/audio/transcriptions`, as served by OpenAI, speaches, whisper.cpp, vLLM and LocalAI.
 *
 * An administrator sets the address, so it is trusted. Redirects are not followed: they would send the key elsewhere.
 * Error messages contain neither the key nor the response body.
 */
import { isLate, within } from '../../../sync/protocol/time-limit';
import { readAnswer } from './answer';
import {
  ProviderFailure,
  type AudioPart,
  type RecogniseOptions,
  type RecognisedSegment,
  type TranscriptionProvider,
} from './provider';

export interface OpenAiCompatibleSettings {
  /** e.g. `https://api.openai.com/v1`; an address that ends in /audio/transcriptions is used unchanged */
  url: string;
  apiKey: string;
  model: string;
  /** milliseconds for one request; default 300 s (the specification's maximum) */
  timeoutMs?: number;
}

const TIMEOUT_MS = 300_000;
/** maximum bytes of an answer; two hours of dense speech with words are below 4 MB */
const ANSWER_MAX_BYTES = 20 * 1024 * 1024;

/** ISO 639-1, as these servers expect it. */
const LANGUAGES: Record<string, string> = { en: 'en', zh_hans: 'zh', zh_hant: 'zh', ja: 'ja', ko: 'ko' };

export function transcriptionAddress(base: string): string {
  const trimmed = base.replace(/\/+$/, '');
  return trimmed.endsWith('/audio/transcriptions') ? trimmed : `${trimmed}/audio/transcriptions`;
}

/**
 * Formats and options of a model: OpenAI's diarizing model rejects `prompt`, its other 4o models answer plain JSON
 * only.
 */
export function dialectOf(model: string): { format: 'verbose_json' | 'diarized_json' | 'json'; prompt: boolean } {
  if (/diarize/i.test(model)) return { format: 'diarized_json', prompt: false };
  if (/^gpt-4o.*transcribe/i.test(model)) return { format: 'json', prompt: true };
  return { format: 'verbose_json', prompt: true };
}

/** Milliseconds of a Retry-After header (seconds or a date, RFC 9110 section 10.2.3); 0 for none. */
export function retryAfter(header: string | null, now: number): number {
  if (!header) return 0;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000));
  const at = Date.parse(header);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

function failureOf(status: number, after: number): ProviderFailure {
  if (status >= 300 && status < 400)
    return new ProviderFailure('refused', `the provider answered with a redirect (${status}), which is not followed`);
  if (status === 413 || status === 400)
    return new ProviderFailure('tooLarge', `the provider refused the part with ${status}`);
  if (status === 429) return new ProviderFailure('busy', 'the provider asked to come back later', after);
  if (status === 408 || status >= 500)
    return new ProviderFailure('unavailable', `the provider answered ${status}`, after);
  return new ProviderFailure('refused', `the provider answered ${status}`);
}

async function readBody(response: Response): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  if (!response.body) return '';
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new ProviderFailure('malformed', 'the answer is larger than 20 MB');
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString('utf8');
}

function formOf(part: AudioPart, settings: OpenAiCompatibleSettings, options: RecogniseOptions): FormData {
  const form = new FormData();
  const dialect = dialectOf(settings.model);
  form.set('file', new Blob([part.bytes as Uint8Array<ArrayBuffer>], { type: part.mimeType }), part.fileName);
  form.set('model', settings.model);
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
  settings: OpenAiCompatibleSettings,
  how: { keepEmpty?: boolean } = {},
): TranscriptionProvider {
  const address = transcriptionAddress(settings.url);
  return {
    name: new URL(address).host,
    model: settings.model,
    async transcribe(part, options): Promise<RecognisedSegment[]> {
      const text = await within(settings.timeoutMs ?? TIMEOUT_MS, options.signal, async (signal) => {
        try {
          const response = await fetch(address, {
            method: 'POST',
            redirect: 'manual',
            signal,
            headers: {
              accept: 'application/json',
              ...(settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {}),
            },
            body: formOf(part, settings, options),
          });
          if (!response.ok) {
            await response.body?.cancel();
            throw failureOf(response.status, retryAfter(response.headers.get('retry-after'), Date.now()));
          }
          return await readBody(response);
        } catch (error) {
          if (error instanceof ProviderFailure || options.signal.aborted) throw error;
          throw new ProviderFailure(
            'unavailable',
            isLate(signal) ? 'the provider did not answer in time' : 'the provider cannot be reached',
          );
        }
      });
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        throw new ProviderFailure('malformed', 'the answer is not JSON');
      }
      return readAnswer(json, how);
    },
  };
}
