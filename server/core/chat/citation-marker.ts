/** Parses citation markers in a model's text: `[[3: "words"]]`, `[[3]]`, `[[3, 5]]`. */

export interface Marker {
  length: number;
  cited: { no: number; quote: string | null }[];
}

/** UTF-16 units that are held back at most: of a marker, and of white space within it */
const MARKER_MAX = 2200;
const HELD_MAX = 1000;

const MARKER = /^\[\[\s*(\d{1,4})\s*(?=[\]:,])/;
const QUOTE_BEGINS = /^\[\[\s*\d{1,4}\s*:\s*["“”'‘’「『«„]/u;
const QUOTE_ENDS = /["”“’'」』»]\s*\]\]/u;

/** Reads a marker at the start of the buffer. `open`: its end has not arrived. `none`: no citation marker. */
export function markerAt(buffer: string, isEnd: boolean): Marker | 'open' | 'none' {
  if (!isEnd && /^\[\[\s*\d{0,4}\s*$/.test(buffer)) return buffer.length < HELD_MAX ? 'open' : 'none';
  const head = MARKER.exec(buffer);
  if (!head) return isEnd && /^\[\[\s*\d{1,4}\s*$/.test(buffer) ? { length: buffer.length, cited: [] } : 'none';
  if (!isEnd && /^\[\[\s*\d{1,4}\s*:\s*$/.test(buffer)) return buffer.length < HELD_MAX ? 'open' : 'none';
  const paragraph = buffer.indexOf('\n\n');
  const region = buffer.slice(0, paragraph < 0 ? MARKER_MAX : Math.min(paragraph, MARKER_MAX));
  const isWhole = isEnd || region.length === MARKER_MAX || paragraph >= 0;
  let length = 0;
  if (QUOTE_BEGINS.test(buffer)) {
    const begin = QUOTE_BEGINS.exec(buffer)![0].length;
    const found = QUOTE_ENDS.exec(region.slice(begin));
    if (found) length = begin + found.index + found[0].length;
    else if (!isWhole) return 'open';
  }
  if (length === 0) {
    const end = region.indexOf(']]');
    if (end >= 0) length = end + 2;
    else if (!isWhole) return 'open';
  }
  // the end of the stream cut the marker: drop it
  if (length === 0) return isEnd ? { length: buffer.length, cited: [] } : 'none';
  return { length, cited: citedBy(region.slice(2, length - 2)) };
}

/** Parses the content of a marker: `3: "words"`, `3`, or `3, 5`. */
function citedBy(content: string): Marker['cited'] {
  const [, no, rest] = /^\s*(\d{1,4})\s*(?::(.*))?$/s.exec(content) ?? [];
  if (no !== undefined) return [{ no: Number(no), quote: rest?.trim() ? rest.trim() : null }];
  if (/^[\s\d,]+$/.test(content)) return content.split(',').map((each) => ({ no: Number(each), quote: null }));
  return [];
}
