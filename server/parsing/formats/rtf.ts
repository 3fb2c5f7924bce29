/**
 * Rich text (RTF): its text, without formatting. Own code, because the libraries that are kept lose characters of East
 * Asian code pages and show the replacements that follow Unicode ones.
 */
import type { Format } from './format';

/** Groups without text of the body. */
const SKIPPED = new Set([
  'fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'object', 'header', 'headerl', 'headerr', 'headerf', 'footer',
  'footerl', 'footerr', 'footerf', 'generator', 'listtable', 'listoverridetable', 'rsidtbl', 'themedata', 'datastore',
  'colorschememapping', 'latentstyles', 'filetbl', 'revtbl', 'fldinst', 'xmlnstbl', 'nonshppict', 'template', 'pntext',
]); // prettier-ignore
const CHARACTERS: Record<string, string> = {
  tab: '\t', line: '\n', emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•',
  emspace: ' ', enspace: ' ', '~': ' ', '_': '‑', '-': '',
}; // prettier-ignore
const BREAKS = new Set(['par', 'sect', 'page', 'row']);
/** Encodings of fonts by their character set, and of documents by their code page. */
const CHARSETS: Record<number, string> = {
  0: 'windows-1252',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const CODE_PAGES: Record<number, string> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  874: 'windows-874',
  65001: 'utf-8',
};
const DEPTH = 1000;

const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi;

interface Group {
  isSkipped: boolean;
  encoding: string;
  /** characters that follow a Unicode one for readers without Unicode */
  replaced: number;
}

export const parseRtf: Format = async ({ bytes }, { text }) => {
  const source = bytes.toString('latin1');
  const fonts = new Map<number, string>();
  let group: Group = { isSkipped: false, encoding: 'windows-1252', replaced: 1 };
  const groups: Group[] = [];
  let [line, pending, toSkip, font, isFirst, inFonts] = ['', [] as number[], 0, 0, false, 0];
  const decodePending = (): void => {
    if (pending.length > 0) line += new TextDecoder(group.encoding).decode(Uint8Array.from(pending));
    pending = [];
  };
  const endLine = (): void => {
    decodePending();
    const cells = line.split('\t').map((cell) => cell.trim());
    if (isRow) text.add('tableRow', cells.join('\t').trimEnd());
    else text.add('text', line.replaceAll('\t', ' '));
    [line, isRow] = ['', false];
  };
  let isRow = false;

  const word = (name: string, value: number | null): void => {
    if (SKIPPED.has(name) && isFirst) group.isSkipped = true;
    if (name === 'fonttbl') inFonts = groups.length;
    if (name === 'f' && value !== null) {
      decodePending();
      font = value;
      if (inFonts === 0) group.encoding = fonts.get(font) ?? group.encoding;
    } else if (name === 'fcharset' && inFonts > 0 && value !== null) {
      const encoding = CHARSETS[value];
      if (encoding) fonts.set(font, encoding);
    } else if (name === 'ansicpg' && value !== null) {
      group.encoding = CODE_PAGES[value] ?? (value >= 1250 && value <= 1258 ? `windows-${value}` : group.encoding);
    } else if (name === 'uc' && value !== null) group.replaced = value;
    else if (name === 'bin') TOKEN.lastIndex += Math.max(0, value ?? 0);
    else if (group.isSkipped) return;
    else if (name === 'u' && value !== null) {
      decodePending();
      line += String.fromCharCode(value & 0xffff);
      toSkip = group.replaced;
    } else if (name === 'cell') {
      decodePending();
      line += '\t';
      isRow = true;
    } else if (BREAKS.has(name)) {
      // a paragraph within a cell ends no row
      if (name === 'par' && isRow) line += ' ';
      else endLine();
    } else if (CHARACTERS[name] !== undefined) {
      decodePending();
      line += CHARACTERS[name];
    }
  };
  const byte = (value: number): void => {
    if (toSkip > 0) toSkip -= 1;
    else if (!group.isSkipped) pending.push(value);
  };

  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(source); token && !text.isFull; token = TOKEN.exec(source)) {
    const [, name, value, hex, symbol, brace, plain] = token;
    if (brace === '{') {
      decodePending();
      toSkip = 0;
      groups.push(group);
      if (groups.length > DEPTH) throw new RangeError('groups are nested too deeply');
      group = { ...group };
      isFirst = true;
      continue;
    }
    if (brace === '}') {
      decodePending();
      toSkip = 0;
      if (groups.length === inFonts) inFonts = 0;
      group = groups.pop() ?? group;
    } else if (name) word(name.toLowerCase(), value === undefined ? null : Number(value));
    else if (hex) byte(Number.parseInt(hex, 16));
    // an optional destination that this reader does not know
    else if (symbol === '*') group.isSkipped = true;
    else if (symbol === '\\' || symbol === '{' || symbol === '}') byte(symbol.charCodeAt(0));
    else if (symbol) word(symbol === '\n' || symbol === '\r' ? 'par' : symbol, null);
    else if (plain) for (let at = 0; at < plain.length; at += 1) byte(plain.charCodeAt(at));
    isFirst = symbol === '*';
  }
  endLine();
  const title = /\{\\title ([^{}\\]*)\}/.exec(source)?.[1] ?? '';
  return { title };
};
