import { rangesOf } from '~/features/search-anchor/anchor';
import { rangeIn } from '~/features/search-anchor/text-range';
import { wholeCharacters } from '../../../../sync/model/whole-characters';

/**
 * Ranges of the words in the text of an element, also across child elements. The text is normalised like the extracted
 * text, which has no radicals and compatibility ideographs.
 */
export function wordRanges(element: Element, words: readonly string[]): Range[] {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  const text = wholeCharacters(nodes.map(({ data }) => data).join(''));
  return rangesOf(text, words).map(([from, to]) => rangeIn(nodes, from, to));
}
