/**
 * Analyses a meeting on the device without a language model (decision 103). The result is not a summary. It has the
 * passages of the transcript for each line of the note, each line typed while recording and each heading of a template;
 * candidates found by cue words; decisions and tasks of the note; and topics.
 */
import type { Breathe } from '../text/breathe';
import { candidatesIn, type Candidate } from './cue-words';
import { notedIn, type Noted } from './noted';
import type { TimedMoment, TimedSegment } from './segments';
import { topicsOf, type Topic } from './topics';
import { contentTerms, TranscriptIndex } from './transcript-index';

/** most lines of the note that are looked up, and passages per line and heading */
const LINES_MAX = 60;
const PLACES_MAX = 3;
/** least UTF-16 units of a line that is looked up */
const LINE_LEAST = 4;

export interface FoundLine {
  line: string;
  /** ids of segments, best first */
  segmentIds: string[];
}

/** A bookmark, or a line typed while recording, with its passages. */
export interface FoundMoment extends FoundLine {
  momentId: string;
}

export interface MeetingExtract {
  /** lines of the note with at least one passage in the transcript */
  lines: FoundLine[];
  /** all moments in order; the segment of a moment's time comes first; the line of a bookmark without text is '' */
  moments: FoundMoment[];
  /** all headings of the template, also without passages */
  headings: FoundLine[];
  candidates: Candidate[];
  /** decisions and actions that a person wrote as such in the note; they need no confirmation */
  noted: Noted[];
  topics: Topic[];
}

const MARK = /^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)]|\[[ xX]\]|>)\s+/u;

/** The text of a line of Markdown, without marks. */
export function plainLine(line: string): string {
  let text = line;
  while (MARK.test(text)) text = text.replace(MARK, '');
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/[*_`~|]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * @param segments in order (timedSegments)
 * @param note lines of the meeting's note
 * @param headings of a template, each with the sentence below it
 * @param moments of the meeting, in order (timedMoments)
 * @param breathe called in between to yield: a transcript of 20,000 segments takes about a second
 */
export async function extractOf(
  segments: readonly TimedSegment[],
  note: readonly string[],
  headings: readonly { heading: string; what: string }[],
  moments: readonly TimedMoment[] = [],
  breathe: Breathe = () => undefined,
): Promise<MeetingExtract> {
  const terms: ReadonlySet<string>[] = [];
  for (const { text } of segments) {
    terms.push(contentTerms(text));
    await breathe();
  }
  const index = new TranscriptIndex(segments, terms);
  const segmentsOf = (line: string): string[] => index.placesOf(line, PLACES_MAX).map(({ segmentId }) => segmentId);
  const typed: FoundMoment[] = [];
  for (const { id, text, segmentId } of moments) {
    const line = plainLine(text);
    const places = line.length < LINE_LEAST ? [] : segmentsOf(line);
    const all = [...new Set([...(segmentId ? [segmentId] : []), ...places])];
    typed.push({ momentId: id, line: line || text.trim(), segmentIds: all.slice(0, PLACES_MAX) });
    await breathe();
  }
  return {
    moments: typed,
    lines: note
      .map(plainLine)
      .filter((line) => line.length >= LINE_LEAST)
      .slice(0, LINES_MAX)
      .map((line) => ({ line, segmentIds: segmentsOf(line) }))
      .filter(({ segmentIds }) => segmentIds.length > 0),
    headings: headings.map(({ heading, what }) => {
      const places = segmentsOf(heading);
      return { line: heading, segmentIds: places.length > 0 ? places : segmentsOf(`${heading} ${what}`) };
    }),
    candidates: candidatesIn(segments, moments),
    noted: note
      .flatMap((line) => notedIn(line) ?? [])
      .filter(({ text }) => text !== '')
      .slice(0, LINES_MAX),
    topics: await topicsOf(segments, terms, breathe),
  };
}
