/**
 * Vectors from a model that reads less at a time than a passage may have: texts in smaller groups, then their beginnings.
 */
import { ProviderFailure } from '../../ai/failure';

/** UTF-16 units that every model reads */
const SHORTEST = 64;

/** One vector for each text, in their order. Throws what `embed` throws; `tooLarge` for a short text alone. */
export async function embedShortened(
  texts: readonly string[],
  embed: (texts: readonly string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  try {
    return await embed(texts);
  } catch (error) {
    const [first = ''] = texts;
    if (!(error instanceof ProviderFailure) || error.kind !== 'tooLarge') throw error;
    if (texts.length === 1) {
      if (first.length <= SHORTEST) throw error;
      // not within a character
      return embedShortened([first.slice(0, Math.ceil(first.length / 2)).replace(/[\ud800-\udbff]$/, '')], embed);
    }
    const half = Math.ceil(texts.length / 2);
    return [
      ...(await embedShortened(texts.slice(0, half), embed)),
      ...(await embedShortened(texts.slice(half), embed)),
    ];
  }
}
