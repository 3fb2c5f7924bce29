/**
 * Embeds passages with a model that rejects requests as too large: in smaller groups, then only the beginning of a
 * text.
 */
import { ProviderFailure } from '../../ai/failure';

/** UTF-16 units below which a text is not shortened further */
const SHORTEST = 64;

/** Returns one vector for each text, in order. Throws failures of `embed`, but `tooLarge` only for a short text. */
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
      // do not cut within a surrogate pair
      return embedShortened([first.slice(0, Math.ceil(first.length / 2)).replace(/[\ud800-\udbff]$/, '')], embed);
    }
    const half = Math.ceil(texts.length / 2);
    return [
      ...(await embedShortened(texts.slice(0, half), embed)),
      ...(await embedShortened(texts.slice(half), embed)),
    ];
  }
}
