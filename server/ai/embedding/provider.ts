/** Interface of embedding providers. */
import type { TokenUsage } from '../tokens';

export interface Embeddings {
  /** one per text, in the same order, all of one length */
  vectors: Float32Array[];
  usage: TokenUsage;
}

export interface EmbeddingProvider {
  name: string;
  /** vectors of different models cannot be compared */
  model: string;
  /**
   * Throws ProviderFailure; `malformed` if a vector is missing, has invalid numbers, or another length.
   * @param dimensions expected length of a vector; any length if undefined
   */
  embed(texts: readonly string[], options: { dimensions?: number; signal: AbortSignal }): Promise<Embeddings>;
}
