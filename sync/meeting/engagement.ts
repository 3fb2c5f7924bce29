/**
 * Speaking statistics of a meeting, from the segments of its transcript: talk time, turns, longest monologue, overlap
 * and silence. The figures describe the meeting; no person gets a score.
 *
 *   segments ─► intervals of each person, joined if they touch ─► one sweep over all starts and ends
 *               ─► no speaker: silence · one speaker · several speakers: overlap
 */
import type { TimedSegment } from './segments';

/** longest pause within a turn, in milliseconds */
const TURN_GAP_MS = 2_000;
/** most parts of a chart's time line, and their shortest length in milliseconds */
const PARTS = 24;
const PART_MIN_MS = 5_000;

export interface SpeakerShare {
  /** '' for words without a known speaker */
  participantId: string;
  /** milliseconds */
  talkMs: number;
  turns: number;
  /** talk time of the longest turn without its pauses; at most `talkMs` */
  longestMs: number;
  /** milliseconds in which others spoke, too */
  overlapMs: number;
}

export interface Engagement {
  /** milliseconds from the first word to the last */
  totalMs: number;
  /** milliseconds without a speaker, and with several */
  silenceMs: number;
  overlapMs: number;
  /** number of segments without times, which are left out */
  untimed: number;
  /** the speakers, by talk time in descending order */
  speakers: SpeakerShare[];
  /**
   * talk time of each speaker, in the order of `speakers`, per part of the time line; all parts have the same length
   */
  parts: { from: number; to: number; talkMs: number[] }[];
}

interface Interval {
  start: number;
  end: number;
}

interface Turn extends Interval {
  /** milliseconds of talk within the interval */
  talkMs: number;
}

/** Joins intervals (sorted by start) that touch, or are at most `gap` apart. */
function joined(intervals: readonly Interval[], gap: number): Interval[] {
  const out: Interval[] = [];
  for (const { start, end } of intervals) {
    const last = out.at(-1);
    if (last && start <= last.end + gap) last.end = Math.max(last.end, end);
    else out.push({ start, end });
  }
  return out;
}

const lengthOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { start, end }) => sum + end - start, 0);

/** Turns of each person: runs of segments without a long pause or words of another person in between. */
function turnsOf(segments: readonly TimedSegment[]): Map<string, Turn[]> {
  const turns = new Map<string, Turn[]>();
  let speaker: string | null = null;
  for (const { participantId, start, end } of segments) {
    const own = turns.get(participantId) ?? [];
    turns.set(participantId, own);
    const last = own.at(-1);
    if (last && speaker === participantId && start <= last.end + TURN_GAP_MS) {
      last.talkMs += Math.max(0, end - Math.max(start, last.end));
      last.end = Math.max(last.end, end);
    } else own.push({ start, end, talkMs: end - start });
    speaker = participantId;
  }
  return turns;
}

/** Sweeps over all starts and ends: milliseconds with several speakers, in total and by person. */
function overlaps(talk: ReadonlyMap<string, readonly Interval[]>): { all: number; byPerson: Map<string, number> } {
  const people = [...talk.keys()];
  // starts and ends are encoded as numbers, ends first: sorting 40,000 objects would take most of the time
  const events = new Float64Array(2 * people.reduce((sum, id) => sum + talk.get(id)!.length, 0));
  const width = 2 * people.length;
  let next = 0;
  people.forEach((id, person) => {
    for (const { start, end } of talk.get(id)!) {
      events[next++] = start * width + people.length + person;
      events[next++] = end * width + person;
    }
  });
  events.sort();
  // per person: the overlap of all people at the start of an interval, subtracted at its end
  const shared = people.map(() => 0);
  let speaking = 0;
  let all = 0;
  let before = 0;
  for (const event of events) {
    const at = Math.floor(event / width);
    if (speaking > 1) all += at - before;
    before = at;
    const who = event - at * width;
    const begins = who >= people.length;
    speaking += begins ? 1 : -1;
    shared[begins ? who - people.length : who]! += begins ? -all : all;
  }
  const byPerson = new Map(people.map((id, person) => [id, shared[person]!]));
  return { all, byPerson };
}

function partsOf(
  from: number,
  to: number,
  speakers: readonly string[],
  talk: ReadonlyMap<string, readonly Interval[]>,
): Engagement['parts'] {
  const count = Math.max(1, Math.min(PARTS, Math.floor((to - from) / PART_MIN_MS)));
  const size = (to - from) / count;
  const parts = Array.from({ length: count }, (_, i) => ({
    from: Math.round(i * size),
    to: Math.round((i + 1) * size),
    talkMs: speakers.map(() => 0),
  }));
  speakers.forEach((id, speaker) => {
    for (const { start, end } of talk.get(id)!)
      for (let i = Math.min(count - 1, Math.floor((start - from) / size)); i < count; i += 1) {
        if (end <= from + i * size) break;
        // an interval that starts at a boundary may be one part too early: the division rounds down
        const shared = Math.min(end, from + (i + 1) * size) - Math.max(start, from + i * size);
        parts[i]!.talkMs[speaker]! += Math.max(0, shared);
      }
  });
  return parts.map((part) => ({ ...part, talkMs: part.talkMs.map(Math.round) }));
}

/** @param segments in order (timedSegments) */
export function engagementOf(segments: readonly TimedSegment[]): Engagement {
  const timed = segments.filter(({ start, end }) => start >= 0 && end > start).sort((a, b) => a.start - b.start);
  const untimed = segments.length - timed.length;
  const [first] = timed;
  if (!first) return { totalMs: 0, silenceMs: 0, overlapMs: 0, untimed, speakers: [], parts: [] };
  const to = timed.reduce((last, { end }) => Math.max(last, end), 0);
  const bySpeaker = new Map<string, TimedSegment[]>();
  for (const segment of timed) {
    const own = bySpeaker.get(segment.participantId);
    if (own) own.push(segment);
    else bySpeaker.set(segment.participantId, [segment]);
  }
  const talk = new Map([...bySpeaker].map(([id, own]) => [id, joined(own, 0)]));
  const turns = turnsOf(timed);
  const shared = overlaps(talk);
  const speakers = [...talk]
    .map(([participantId, intervals]): SpeakerShare => {
      const own = turns.get(participantId)!;
      return {
        participantId,
        talkMs: lengthOf(intervals),
        turns: own.length,
        longestMs: own.reduce((longest, turn) => Math.max(longest, turn.talkMs), 0),
        overlapMs: shared.byPerson.get(participantId) ?? 0,
      };
    })
    .sort((a, b) => b.talkMs - a.talkMs || (a.participantId < b.participantId ? -1 : 1));
  return {
    totalMs: to - first.start,
    silenceMs: to - first.start - lengthOf(joined(timed, 0)),
    overlapMs: shared.all,
    untimed,
    speakers,
    parts: partsOf(
      first.start,
      to,
      speakers.map(({ participantId }) => participantId),
      talk,
    ),
  };
}
