/** Splits a passage into sentences without changing them: lines are paragraphs, list items, rows or turns. */

export interface Sentence {
  text: string;
  start: number;
  /** number of its line in the passage */
  line: number;
  /** a line without sentence punctuation, followed by other lines: a heading or the header of a table */
  isHeading: boolean;
  /** an item of a list or a row of a table: independent of its neighbours */
  isItem: boolean;
  /** for a turn: its speaker; '' otherwise */
  speaker: string;
}

const ITEM = /^\s*(?:[-*•]|\d{1,3}[.)]|\[[ x]\])\s+/u;
const SPEAKER = /^([^\n:：]{1,60}): /u;
const END = /[.!?。！？…:：;；」』"”)）]\s*$/u;
/** abbreviations whose period does not end a sentence */
const ABBREVIATION =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nos|vs|approx|ca|e\.g|i\.e|etc|Inc|Ltd|Co|Corp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|p|pp|Fig|min|max|tel|\p{Lu})\.\s*$/u;

let segmenters: Map<string, Intl.Segmenter> | undefined;
function segmenterOf(text: string): Intl.Segmenter {
  const locale = /[\u3041-\u30ff]/.test(text)
    ? 'ja'
    : /\p{Script=Hangul}/u.test(text)
      ? 'ko'
      : /\p{Script=Han}/u.test(text)
        ? 'zh'
        : 'en';
  segmenters ??= new Map();
  const known = segmenters.get(locale);
  if (known) return known;
  const made = new Intl.Segmenter(locale, { granularity: 'sentence' });
  segmenters.set(locale, made);
  return made;
}

/** Whether a line that was broken at the edge of a page continues in the next. */
function goesOn(line: string, next: string | undefined): boolean {
  if (next === undefined || END.test(line) || ITEM.test(next) || line.includes('\t') || next.includes('\t'))
    return false;
  if (/^\p{Ll}/u.test(next) && line.length > 40) return true;
  return (
    line.length >= 32 && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]$/u.test(line) && /[。！？.]$/u.test(next)
  );
}

/** @param isTranscript whether lines begin with the name of the speaker */
export function sentencesOf(passage: string, isTranscript: boolean): Sentence[] {
  const sentences: Sentence[] = [];
  const lines = passage.split('\n');
  let at = 0;
  for (let i = 0; i < lines.length; i += 1) {
    let line = lines[i]!;
    const first = i;
    const begin = at;
    at += line.length + 1;
    while (goesOn(lines[i]!, lines[i + 1])) {
      i += 1;
      line += `\n${lines[i]!}`;
      at += lines[i]!.length + 1;
    }
    if (line.trim() === '') continue;
    const [, speaker = ''] = (isTranscript && SPEAKER.exec(line)) || [];
    const mark = ITEM.exec(line)?.[0].length ?? 0;
    const from = speaker === '' ? mark : speaker.length + 2;
    const isItem = mark > 0 || line.includes('\t');
    const isHeading =
      mark === 0 && speaker === '' && first === 0 && i + 1 < lines.length && !END.test(line) && line.length < 120;
    for (const { text, start } of splitLine(line.slice(from)))
      sentences.push({ text, start: begin + from + start, line: first, isHeading, isItem, speaker });
  }
  return sentences;
}

/** Splits a line into sentences; short list items and table rows stay whole. */
function splitLine(line: string): { text: string; start: number }[] {
  if (line.includes('\t')) return trimmed(line, 0);
  const parts: { text: string; start: number }[] = [];
  let open = '';
  let start = 0;
  for (const { segment, index } of segmenterOf(line).segment(line)) {
    if (open === '') start = index;
    open += segment;
    if (ABBREVIATION.test(open) || /^\s*\d{1,3}\.\s*$/.test(open)) continue;
    parts.push(...trimmed(open, start));
    open = '';
  }
  if (open !== '') parts.push(...trimmed(open, start));
  return parts;
}

function trimmed(text: string, start: number): { text: string; start: number }[] {
  const kept = text.trim();
  return kept === '' ? [] : [{ text: kept, start: start + text.indexOf(kept) }];
}
