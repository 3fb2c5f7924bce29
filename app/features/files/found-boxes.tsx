import { rangesOf, type SearchAnchor } from '~/features/search-anchor/anchor';
import type { TextPart } from '../../../sync/model/parsed-text';

/**
 * Boxes of the found words in an image, in thousandths of its width and height; the box of the whole part if no word is
 * found.
 */
export function boxesOf(
  part: TextPart | undefined,
  anchor: SearchAnchor | null,
): (readonly [number, number, number, number])[] {
  if (!part) return [];
  const { box, words = [] } = part.place;
  const ranges = rangesOf(part.text, anchor?.words ?? []);
  const found = words.filter(([from, to]) => ranges.some(([start, end]) => from < end && to > start));
  if (found.length > 0) return found.map(([, , left, top, width, height]) => [left, top, width, height]);
  return box ? [box] : [];
}

/** Marks found words in an image whose text was recognised. The parent element must be positioned. */
export function FoundBoxes({ part, anchor }: { part: TextPart | undefined; anchor: SearchAnchor | null }) {
  return (
    <>
      {boxesOf(part, anchor).map(([left, top, width, height], i) => (
        <span
          key={i}
          aria-hidden
          data-found-box
          className="pointer-events-none absolute rounded-[2px] bg-accent/25 outline-2 outline-solid outline-accent"
          style={{ left: `${left / 10}%`, top: `${top / 10}%`, width: `${width / 10}%`, height: `${height / 10}%` }}
        />
      ))}
    </>
  );
}
