/**
 * Vectors within the limits of tokens: reserved before the call, settled with what it used, given back if it failed.
 */
import { newId } from '../../../sync/model/ids';
import type { EmbeddingProvider } from '../../ai/embedding/provider';
import { estimateTokens } from '../../ai/tokens';
import type { Amounts } from '../../usage/amounts';
import type { Consumer } from '../../usage/usage';

/** Throws ProviderFailure, or USER_SERVICE_QUOTA_EXCEEDED. */
export async function meteredEmbedding(
  amounts: Amounts,
  provider: EmbeddingProvider,
  consumer: Consumer,
  texts: readonly string[],
  signal: AbortSignal,
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
    const { vectors, usage } = await provider.embed(texts, { signal });
    await reservation.settle(usage);
    return vectors;
  } catch (error) {
    await reservation.giveBack();
    throw error;
  }
}
