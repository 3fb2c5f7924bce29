/**
 * Analyses a meeting on the device without a language model (decision 103). The result is no summary: the places of
 * the transcript that belong to each line of the note and to each heading of a template, candidates found by cue words,
 * and topics.
 */
import type { Breathe } from '../text/breathe';
import { candidatesIn, type Candidate } from './cue-words';
import type { TimedSegment } from './segments';
import { topicsOf, type Topic } from './topics';
import { contentTerms, TranscriptIndex } from './transcript-index';

/** lines of the note, and headings, that are looked up; places of each */
const LINES_MAX = 60;
const PLACES_MAX = 3;
/** UTF-16 units of a line that is worth looking up */
const LINE_LEAST = 4;

export interface FoundLine {
  line: string;
  /** ids of segments, best first */
  segmentIds: string[];
}

export interface MeetingExtract {
  /** lines of the note with places in the transcript; those without any are left out */
  lines: FoundLine[];
  /** all headings of the template */
  headings: FoundLine[];
  candidates: Candidate[];
  topics: Topic[];
}

const MARK = /^\s*(?:#{1,6}|[-*+•]|\d{1,3}[.)]|\[[ xX]\]|>)\s+/u;

/** The words of a line of Markdown, without its marks. */
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
 * @param breathe a transcript of 20,000 segments takes about a second
 */
export async function extractOf(
  segments: readonly TimedSegment[],
  note: readonly string[],
  headings: readonly { heading: string; what: string }[],
  breathe: Breathe = () => undefined,
): Promise<MeetingExtract> {
  const terms: ReadonlySet<string>[] = [];
  for (const { text } of segments) {
    terms.push(contentTerms(text));
    await breathe();
  }
  const index = new TranscriptIndex(segments, terms);
  const segmentsOf = (line: string): string[] => index.placesOf(line, PLACES_MAX).map(({ segmentId }) => segmentId);
  return {
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
    candidates: candidatesIn(segments),
    topics: await topicsOf(segments, terms, breathe),
  };
}
