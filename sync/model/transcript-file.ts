/**
 * Reads transcripts of other tools: WebVTT, SubRip, JSON with segments, and plain text. The file is untrusted: lines,
 * texts and times are limited, and markup is removed.
 */
import * as v from 'valibot';
import { LIMITS } from './limits';
import { cleanLines, clean, truncate } from './text';

/** most lines of an imported transcript */
export const IMPORTED_LINES = 20_000;
/** most milliseconds: a week */
const LATEST_TIME = 7 * 24 * 3600 * 1000;

export const ImportedLine = v.object({
  /** milliseconds from the start of the recording; -1 if unknown */
  start: v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(LATEST_TIME)),
  end: v.pipe(v.number(), v.integer(), v.minValue(-1), v.maxValue(LATEST_TIME)),
  /** '' if unknown */
  speaker: v.pipe(v.string(), v.maxLength(LIMITS.participantName.max * 4)),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.segmentText.max * 4)),
});
export type ImportedLine = v.InferOutput<typeof ImportedLine>;

/** least number of characters of a segment as JSON, besides its text */
const SEGMENT_CHARACTERS = 108;

/** Lower bound of the characters of the transcript made from these lines (limit: TRANSCRIPT_CHARACTERS). */
export const transcriptCharacters = (lines: readonly Pick<ImportedLine, 'text'>[]): number =>
  lines.reduce((sum, { text }) => sum + JSON.stringify(text).length + SEGMENT_CHARACTERS, 0);

export const TRANSCRIPT_TYPES = ['.vtt', '.srt', '.txt', '.json'] as const;

const SENTENCE_ENDS = ['. ', '! ', '? ', '。', '！', '？', '\n'];

/** Splits a text that is too long for a segment, at an end of a sentence if possible, otherwise between words. */
function piecesOf(text: string): string[] {
  const { max } = LIMITS.segmentText;
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const head = rest.slice(0, max);
    const after = (mark: string): number => (head.includes(mark) ? head.lastIndexOf(mark) + mark.length : 0);
    const [sentence, word] = [Math.max(...SENTENCE_ENDS.map(after)), after(' ')];
    // not between the halves of one character
    const hard = /[\ud800-\udbff]$/.test(head) ? max - 1 : max;
    const at = sentence > max / 2 ? sentence : word > max / 2 ? word : hard;
    pieces.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...pieces, rest].map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** The lines of one utterance: one, unless its text is too long for a segment. */
function linesOf(start: number, end: number, speaker: string, text: string): ImportedLine[] {
  const isTimed = start >= 0 && end >= start && end <= LATEST_TIME;
  const times = isTimed ? { start: Math.round(start), end: Math.round(end) } : { start: -1, end: -1 };
  const name = truncate(clean(speaker), LIMITS.participantName.max);
  return piecesOf(cleanLines(text)).map((piece) => ({ ...times, speaker: name, text: piece }));
}

/** `01:02:03.004` or `02:03,004` in milliseconds; -1 if invalid. */
function timeOf(text: string): number {
  const found = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(text);
  if (!found) return -1;
  const [hours = '0', minutes = '0', seconds = '0', part = '0'] = found.slice(1);
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'));
}

/** Splits `Ann: text` into speaker and text. A name is short and has no sentence end before the colon. */
function spokenBy(text: string): [speaker: string, text: string] {
  const found = /^([^\n:：.!?。！？]{1,40})[:：](?:\s+|(?=[^\x00-\x7f]))(.+)$/su.exec(text);
  return found ? [found[1]!.trim(), found[2]!] : ['', text];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };
/** Text of a WebVTT cue without tags and entities. */
const vttText = (text: string): string =>
  text.replace(/<[^<>]{0,200}>/g, '').replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name]!);
/** Text of a SubRip cue, which has few tags and no entities. */
const srtText = (text: string): string => text.replace(/<\/?(?:[biu]|font)(?:\s[^<>]{0,200})?>/gi, '');

function cuesOf(text: string, cueText: (text: string) => string): ImportedLine[] {
  const lines: ImportedLine[] = [];
  for (const block of text.split(/\n[ \t]*\n+/)) {
    const rows = block.split('\n');
    const at = rows.findIndex((row) => row.includes('-->'));
    if (at < 0) continue;
    const [from = '', to = ''] = rows[at]!.split('-->');
    const said = rows.slice(at + 1).join('\n');
    const voice = /<v(?:\.[^\s<>]{1,50})? ([^<>]{1,200})>/.exec(said)?.[1];
    const [speaker, words] = voice ? [cueText(voice), cueText(said)] : spokenBy(cueText(said).trim());
    lines.push(...linesOf(timeOf(from.trim()), timeOf(to.trim().split(/\s/)[0]!), speaker, words));
    if (lines.length > IMPORTED_LINES) break;
  }
  return lines;
}

/** One line each, `[00:01:02] Ann: text`; time and speaker may be absent. */
function textLines(text: string): ImportedLine[] {
  const lines: ImportedLine[] = [];
  for (const row of text.split('\n')) {
    const found = /^\s*[[(]?((?:\d{1,3}:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?)[\])]?\s+(.*)$/.exec(row);
    const start = found ? timeOf(found[1]!) : -1;
    const [speaker, words] = spokenBy((found ? found[2]! : row).trim());
    lines.push(...linesOf(start, start, speaker, words));
    if (lines.length > IMPORTED_LINES) break;
  }
  // a line ends at the start of the next one
  return lines.map((line, at) => {
    const next = lines[at + 1];
    return line.start >= 0 && next && next.start > line.start ? { ...line, end: next.start } : line;
  });
}

const isRecord = (x: unknown): x is Record<string, unknown> => typeof x === 'object' && x !== null && !Array.isArray(x);
const seconds = (x: unknown): number => {
  const n = typeof x === 'number' ? x : typeof x === 'string' && x.trim() ? Number(x) : Number.NaN;
  return Number.isFinite(n) && n >= 0 ? n * 1000 : -1;
};

/** `{segments: [{start, end, text, speaker}]}` with times in seconds, or only the list. */
function jsonLines(text: string): ImportedLine[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return [];
  }
  const list = Array.isArray(json) ? json : isRecord(json) ? json['segments'] : null;
  if (!Array.isArray(list)) return [];
  const lines: ImportedLine[] = [];
  for (const item of list as unknown[]) {
    if (!isRecord(item) || typeof item['text'] !== 'string') continue;
    const speaker = item['speaker'] ?? item['speaker_id'];
    const name = typeof speaker === 'string' || typeof speaker === 'number' ? String(speaker) : '';
    lines.push(...linesOf(seconds(item['start']), seconds(item['end']), name, item['text']));
    if (lines.length > IMPORTED_LINES) break;
  }
  return lines;
}

/**
 * Lines of a transcript by time; empty if there are none, and one more than IMPORTED_LINES if there are too many to be
 * imported. The format is detected by content, JSON also by extension.
 */
export function readTranscript(fileName: string, content: string): ImportedLine[] {
  const text = content.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const lines = /^WEBVTT(\s|$)/.test(text)
    ? cuesOf(text, vttText)
    : /^.{0,60}-->/m.test(text)
      ? cuesOf(text, srtText)
      : /^\s*[[{]/.test(text) && /\.json$/i.test(fileName)
        ? jsonLines(text)
        : textLines(text);
  // sort only if all lines have times
  return lines.every((line) => line.start >= 0) ? [...lines].sort((a, b) => a.start - b.start) : lines;
}
