/**
 * Bounds the nesting of a source of HTML before it is parsed: the parser's time for an element grows with the number of
 * open ones. Open elements are counted as the parser counts them, without a tree.
 */
import { cannotParse } from '../failure';

/** open elements at a time; real pages have some dozens */
const OPEN = 500;
/** a page with more tags is no page that somebody reads */
const TAGS = 700_000;

/** Comments and elements without elements within, which stay as they are, and tags. */
const MARKUP =
  /<!--[^]*?(?:-->|$)|<(script|style|textarea|title)[\s/>][^]*?(?:<\/\1|$)|<(\/?)([a-z][^\s/<>]*)[^<>]*>?/gi;
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
/** Open elements that end where one of these begins. */
const ENDED: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  option: ['option'],
};

/**
 * The source without the tags of elements that are too deep; their text stays.
 * @throws FILE_TOO_COMPLEX
 */
export function shallow(source: string): string {
  const open: string[] = [];
  const counts = new Map<string, number>();
  const close = (): void => {
    const name = open.pop()!;
    counts.set(name, counts.get(name)! - 1);
  };
  let tags = 0;
  return source.replace(MARKUP, (tag: string, _raw: unknown, slash: string, written: string | undefined) => {
    if (written === undefined) return tag;
    tags += 1;
    if (tags > TAGS) throw cannotParse('FILE_TOO_COMPLEX');
    const name = written.toLowerCase();
    if (VOID.has(name)) return tag;
    if (slash) {
      // an end tag without its start is none
      if (!counts.get(name)) return ' ';
      while (open.at(-1) !== name) close();
      close();
      return open.length < OPEN ? tag : ' ';
    }
    const ended = Object.hasOwn(ENDED, name) ? ENDED[name]! : [];
    while (ended.includes(open.at(-1) ?? '')) close();
    open.push(name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return open.length <= OPEN ? tag : ' ';
  });
}
