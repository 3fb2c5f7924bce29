/** Client of `/embeddings`. */
import * as v from 'valibot';
import { ProviderFailure } from '../failure';
import { hostOf, jsonBody, sendForJson, type Endpoint } from '../http/request';
import { estimateTokens } from '../tokens';
import type { EmbeddingProvider } from './provider';

/** most texts of one request, which local servers accept */
const BATCH_TEXTS = 32;
/** most characters of one request */
const BATCH_CHARACTERS = 100_000;
/** most bytes of an answer; 32 vectors of 8,192 numbers with 12 digits take 4 MB */
const ANSWER_BYTES = 16 * 1024 * 1024;

const Answer = v.object({
  data: v.array(v.object({ index: v.fallback(v.nullish(v.number()), null), embedding: v.array(v.number()) })),
  usage: v.fallback(v.nullish(v.object({ prompt_tokens: v.number() })), null),
});

/** Groups texts, in their order, for one request each. */
export function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    if (last && last.length < BATCH_TEXTS && characters + text.length <= BATCH_CHARACTERS) {
      last.push(text);
      characters += text.length;
    } else {
      batches.push([text]);
      characters = text.length;
    }
  }
  return batches;
}

export function openAiCompatibleEmbedding({
  endpoint,
  model,
}: {
  endpoint: Endpoint;
  model: string;
}): EmbeddingProvider {
  return {
    name: hostOf(endpoint.url),
    model,
    async embed(texts, { dimensions, signal }) {
      const vectors: Float32Array[] = [];
      let reported = 0;
      let isReported = true;
      let length = dimensions ?? 0;
      for (const batch of batchesOf(texts)) {
        const json = await sendForJson(endpoint, {
          path: '/embeddings',
          body: jsonBody({ model, input: batch }),
          maxBytes: ANSWER_BYTES,
          signal,
        });
        const parsed = v.safeParse(Answer, json);
        if (!parsed.success || parsed.output.data.length !== batch.length)
          throw new ProviderFailure('malformed', 'the answer does not have one vector for each text');
        const { data, usage } = parsed.output;
        const placed = new Map(data.map((each, n) => [each.index ?? n, each.embedding]));
        for (let n = 0; n < batch.length; n += 1) {
          const vector = placed.get(n);
          if (!vector) throw new ProviderFailure('malformed', 'the answer does not have one vector for each text');
          length ||= vector.length;
          if (vector.length !== length || length === 0 || !vector.every(Number.isFinite))
            throw new ProviderFailure('malformed', `a vector does not have the expected ${length} dimensions`);
          vectors.push(Float32Array.from(vector));
        }
        reported += usage?.prompt_tokens ?? 0;
        isReported &&= usage !== null && usage !== undefined;
      }
      const input = isReported ? reported : texts.reduce((sum, text) => sum + estimateTokens(text), 0);
      return { vectors, usage: { input, output: 0, isEstimated: !isReported } };
    },
  };
}
