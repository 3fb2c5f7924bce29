import { rangesOf } from '~/features/search-anchor/anchor';
import { rangeIn } from '~/features/search-anchor/text-range';
import { wholeCharacters } from '../../../../sync/model/whole-characters';

/**
 * Occurrences of the words in the text of an element, which its pieces may divide. The words are those of the extracted
 * text, in which the characters of the PDF are whole ones.
 */
export function wordRanges(element: Element, words: readonly string[]): Range[] {
  const nodes: Text[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) nodes.push(node as Text);
  const text = wholeCharacters(nodes.map(({ data }) => data).join(''));
  return rangesOf(text, words).map(([from, to]) => rangeIn(nodes, from, to));
}
