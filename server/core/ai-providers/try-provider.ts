/** Tests a provider with one small real request, for the administrator who configures it. */
import * as v from 'valibot';
import type { Capability } from '../../../sync/model/ai-providers';
import { isLate, within } from '../../../sync/protocol/time-limit';
import { wholeAnswer } from '../../ai/chat/provider';
import { ProviderFailure } from '../../ai/failure';
import { sendForJson } from '../../ai/http/request';
import type { ProviderRegistry } from '../../ai/registry';
import type { OwnProvider } from '../../ai/stored-providers';
import { wavFile, WAV_RATE } from '../../ai/transcription/audio/wav';
import { MODELS_MAX, type ProviderTest } from './contract';

const TEST_MS = 60_000;
const MODELS_MS = 10_000;
const MODELS_BYTES = 4 * 1024 * 1024;

/** Entries of `/models`; some servers tell the price of a token as a decimal text. */
const Models = v.object({
  data: v.array(
    v.object({
      id: v.pipe(v.string(), v.maxLength(200)),
      pricing: v.fallback(v.nullish(v.object({ prompt: v.string(), completion: v.string() })), null),
    }),
  ),
});

/** A second of a tone: a recogniser hears no speech in it, and answers. */
const tone = (): Uint8Array =>
  wavFile(Int16Array.from({ length: WAV_RATE }, (_, i) => Math.round(Math.sin(i / 9) * 8000)));

const PRICE_MAX = 100_000;
const perMillion = (price: string): number => Math.min(PRICE_MAX, Math.round(Number(price) * 1e12) / 1e6);

/** Number of characters, dimensions, results or bytes that came back, and the milliseconds that count. */
async function request(
  capability: Capability,
  own: OwnProvider,
  ai: ProviderRegistry,
  signal: AbortSignal,
): Promise<{ amount: number; firstAt?: number }> {
  switch (capability) {
    case 'chat': {
      let firstAt: number | undefined;
      const stream = ai.draft('chat', own).stream({
        messages: [{ role: 'user', content: 'Answer with the word OK.' }],
        maxTokens: 256,
        signal,
      });
      const { text } = await wholeAnswer(
        (async function* () {
          for await (const event of stream) {
            if (event.type === 'text') firstAt ??= performance.now();
            yield event;
          }
        })(),
      );
      return { amount: text.length, ...(firstAt === undefined ? {} : { firstAt }) };
    }
    case 'embedding':
      return { amount: (await ai.draft('embedding', own).embed(['Satchel'], { signal })).vectors[0]!.length };
    case 'search': {
      const found = await ai.draft('search', own).search({ query: 'knowledge work', language: 'en', count: 5, signal });
      return { amount: found.length };
    }
    case 'speech': {
      let amount = 0;
      const { sound } = await ai.draft('speech', own).speak({ text: 'OK', voice: '', signal });
      for await (const part of sound) amount += part.byteLength;
      if (amount === 0) throw new ProviderFailure('malformed', 'the answer is empty');
      return { amount };
    }
    case 'image': {
      const { bytes } = await ai
        .draft('image', own)
        .make({ prompt: 'A plain grey square.', size: '1024x1024', signal });
      return { amount: bytes.byteLength };
    }
    case 'transcription': {
      const bytes = tone();
      const segments = await ai
        .draft('transcription', own)
        .transcribe(
          { bytes, mimeType: 'audio/wav', fileName: 'test.wav', durationMs: 1000 },
          { language: 'en', prompt: '', signal },
        );
      return { amount: segments.length };
    }
  }
}

/** Best effort: not every server lists its models. */
async function modelsOf(own: OwnProvider, ai: ProviderRegistry): Promise<Pick<ProviderTest, 'models' | 'price'>> {
  const nothing = { models: [], price: null };
  if (own.kind !== 'openai') return nothing;
  const json = await within(MODELS_MS, undefined, (signal) =>
    sendForJson(ai.endpointOf(own), { path: '/models', maxBytes: MODELS_BYTES, signal }),
  ).catch(() => null);
  const parsed = v.safeParse(Models, json);
  if (!parsed.success) return nothing;
  const pricing = parsed.output.data.find(({ id }) => id === own.model)?.pricing;
  const price = pricing && { input: perMillion(pricing.prompt), output: perMillion(pricing.completion) };
  return {
    models: [...new Set(parsed.output.data.map(({ id }) => id))].sort().slice(0, MODELS_MAX),
    price: price && [price.input, price.output].every((each) => Number.isFinite(each) && each >= 0) ? price : null,
  };
}

/** Throws ProviderFailure. */
export async function tryProvider(
  capability: Capability,
  own: OwnProvider,
  ai: ProviderRegistry,
  signal: AbortSignal,
): Promise<ProviderTest> {
  const began = performance.now();
  const { amount, firstAt } = await within(TEST_MS, signal, (limited) =>
    request(capability, own, ai, limited).catch((error: unknown) => {
      throw limited.aborted && isLate(limited)
        ? new ProviderFailure('late', 'the provider did not answer in time')
        : error;
    }),
  );
  const ms = Math.round((firstAt ?? performance.now()) - began);
  return { ms, amount, ...(await modelsOf(own, ai)) };
}
