/**
 * Speaking statistics of a meeting, from the segments of its transcript: talk time, turns, longest monologue, overlap
 * and silence. The figures describe the meeting; no person gets a score.
 *
 *   segments ─► intervals of each person, joined where they touch ─► one sweep over all starts and ends
 *               ─► nobody speaks: silence · one speaks · several speak: overlap
 */
import type { TimedSegment } from './segments';

/** milliseconds between two segments of one person that still are one turn */
const TURN_GAP_MS = 2_000;
/** parts of the time line of a chart, at most, and the shortest in milliseconds */
const PARTS = 24;
const PART_MIN_MS = 5_000;

export interface SpeakerShare {
  /** '' for words without a known speaker */
  participantId: string;
  /** milliseconds */
  talkMs: number;
  turns: number;
  /** talk time in the longest turn, without its pauses: never more than the talk time of all turns */
  longestMs: number;
  /** milliseconds in which somebody else spoke, too */
  overlapMs: number;
}

export interface Engagement {
  /** milliseconds from the first word to the last */
  totalMs: number;
  /** in which nobody spoke, and in which several people did */
  silenceMs: number;
  overlapMs: number;
  /** number of segments without times, which are not counted */
  untimed: number;
  /** those who spoke, the longest first */
  speakers: SpeakerShare[];
  /** talk time of each speaker, in the order of `speakers`, in equal parts of the time line */
  parts: { from: number; to: number; talkMs: number[] }[];
}

interface Interval {
  start: number;
  end: number;
}

interface Turn extends Interval {
  /** milliseconds of talk in it */
  talkMs: number;
}

/** Joins intervals in order of their starts that touch, or are at most `gap` apart. */
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

/** Speaking turns of each person: runs of segments that no word of another person and no long pause interrupts. */
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

/** Sweeps over all starts and ends: milliseconds in which several people spoke, in all and by person. */
function overlaps(talk: ReadonlyMap<string, readonly Interval[]>): { all: number; byPerson: Map<string, number> } {
  const people = [...talk.keys()];
  // starts and ends as numbers, the ends first: sorting 40,000 objects would take most of the time
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
  // of each person: what all had shared when an interval began, taken from what they have at its end
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
        const shared = Math.min(end, from + (i + 1) * size) - Math.max(start, from + i * size);
        if (shared <= 0) break;
        parts[i]!.talkMs[speaker]! += shared;
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
