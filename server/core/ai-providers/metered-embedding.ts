/**
 * Meters embeddings within the limits of tokens: reserves before the call, settles with the amount used, refunds on failure.
 */
import { newId } from '../../../sync/model/ids';
import type { EmbeddingProvider } from '../../ai/embedding/provider';
import { estimateTokens } from '../../ai/tokens';
import type { Amounts } from '../../usage/amounts';
import type { Consumer } from '../../usage/usage';

/**
 * Throws ProviderFailure, `malformed` for vectors of other dimensions than the stored ones, or
 * USER_SERVICE_QUOTA_EXCEEDED.
 * @param dimensions those of the stored vectors; null for any
 */
export async function meteredEmbedding(
  amounts: Amounts,
  provider: EmbeddingProvider,
  consumer: Consumer,
  texts: readonly string[],
  { dimensions, signal }: { dimensions: number | null; signal: AbortSignal },
): Promise<Float32Array[]> {
  const estimate = { input: texts.reduce((sum, text) => sum + estimateTokens(text), 0), output: 0 };
  const reservation = await amounts.reserve(
    consumer,
    {
      callId: `embedding/${newId()}`,
      service: 'agent.retrieve',
      model: provider.model,
      price: { input: 0, output: 0 },
    },
    estimate,
  );
  try {
    const { vectors, usage } = await provider.embed(texts, { signal, ...(dimensions === null ? {} : { dimensions }) });
    await reservation.settle(usage);
    return vectors;
  } catch (error) {
    await reservation.giveBack();
    throw error;
  }
}
