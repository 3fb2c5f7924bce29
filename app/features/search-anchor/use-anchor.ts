import { useLocation } from '@remix-run/react';
import { useEffect, type RefObject } from 'react';
import { blockAt, rangesOf, readAnchor, type SearchAnchor } from './anchor';
import { rangeIn } from './text-range';

const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, pre';
/** of `::highlight()` in app.css */
const HIGHLIGHT = 'found';

interface Block {
  element: Element;
  nodes: Text[];
}

/** The lines of a rendered text. */
function blocksIn(host: Element): Block[] {
  const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
  const blocks: Block[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement?.closest(BLOCKS);
    if (!element || !host.contains(element)) continue;
    const last = blocks.at(-1);
    if (last?.element === element) last.nodes.push(node as Text);
    else blocks.push({ element, nodes: [node as Text] });
  }
  return blocks;
}

const textOf = ({ nodes }: Block): string => nodes.map((node) => node.data).join('');

/** Scrolls to the words and highlights them. False: they are not rendered (yet). */
function show(host: Element, anchor: SearchAnchor): boolean {
  const blocks = blocksIn(host);
  const at = blockAt(blocks.map(textOf), anchor);
  if (at === null) return false;
  const block = blocks[at]!;
  // The DOM is not changed: the text may be in an editor.
  if ('highlights' in CSS)
    CSS.highlights.set(
      HIGHLIGHT,
      new Highlight(...rangesOf(textOf(block), anchor.words).map(([from, to]) => rangeIn(block.nodes, from, to))),
    );
  block.element.scrollIntoView({ block: 'center' });
  return true;
}

/** Scrolls to the anchor as soon as it is rendered; once per visit. */
export function useAnchor(host: RefObject<Element>): void {
  const { key, state } = useLocation();
  useEffect(() => {
    const anchor = readAnchor(state);
    const element = host.current;
    if (!anchor || !element) return undefined;
    const arriving = new MutationObserver(() => {
      if (show(element, anchor)) arriving.disconnect();
    });
    if (!show(element, anchor)) arriving.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      arriving.disconnect();
      if ('highlights' in CSS) CSS.highlights.delete(HIGHLIGHT);
    };
  }, [host, key, state]);
}
