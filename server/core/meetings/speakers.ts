/**
 * Converts recognised segments to segments of a transcript: speakers become participants, and earlier corrections are
 * kept.
 */
import { newId } from '../../../sync/model/ids';
import { LIMITS } from '../../../sync/model/limits';
import type { Participant } from '../../../sync/model/participants';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import type { Language } from '../../../sync/model/languages';
import { truncate } from '../../../sync/model/text';
import type { RecognisedSegment } from '../../ai/transcription/provider';

/** most milliseconds between the starts of the same sentence in two recognitions */
export const SAME_START_MS = 2000;

const overlap = (a: { start: number; end: number }, b: { start: number; end: number }): number =>
  a.start < 0 || b.start < 0 ? 0 : Math.min(a.end, b.end) - Math.max(a.start, b.start);

/** The number of the next unnamed speaker. */
function nextNumber(participants: readonly Participant[]): number {
  const used = participants
    .map((p) => /^Speaker (\d{1,6})$/.exec(p.transcriptionOriName)?.[1])
    .filter(Boolean)
    .map(Number);
  return Math.max(0, ...used) + 1;
}

/** For each label of a speaker, the existing participant whose segments overlap most with the speaker's. */
function knownSpeakers(
  recognised: readonly RecognisedSegment[],
  before: readonly Segment[],
  participants: readonly Participant[],
): Map<string, string> {
  const shares = new Map<string, Map<string, number>>();
  for (const now of recognised) {
    if (!now.speaker) continue;
    for (const was of before) {
      const ms = was.participantId ? overlap(now, was) : 0;
      if (ms <= 0 || !participants.some((p) => p.id === was.participantId)) continue;
      const byParticipant = shares.get(now.speaker) ?? new Map<string, number>();
      byParticipant.set(was.participantId, (byParticipant.get(was.participantId) ?? 0) + ms);
      shares.set(now.speaker, byParticipant);
    }
  }
  return new Map([...shares].map(([speaker, by]) => [speaker, [...by].sort((a, b) => b[1] - a[1])[0]![0]]));
}

/** The corrected earlier segment with the same text and time. */
const correctionOf = (now: RecognisedSegment, before: readonly Segment[]): Segment | undefined =>
  before.find(
    (was) =>
      was.original !== '' &&
      was.original === now.text &&
      (now.start < 0 ? was.start < 0 : Math.abs(was.start - now.start) <= SAME_START_MS),
  );

/** The person who made a recording with two tracks, and the language of the name "Others". */
export interface Recorder {
  userId: string;
  /** '' if the person has left */
  name: string;
  language: Language;
}

/** Name of the participant for all people in the other track. */
const OTHERS: Record<Language, string> = {
  en: 'Others',
  zh_hans: '其他人',
  zh_hant: '其他人',
  ja: '相手',
  ko: '상대방',
};

/** Participants of the two tracks by label; adds missing ones to `participants`. */
function trackSpeakers(
  { userId, name, language }: Recorder,
  heard: ReadonlySet<string>,
  participants: Participant[],
  now: number,
): Map<string, string> {
  const others = Object.values(OTHERS);
  const tracks = new Map<string, { known: (p: Participant) => boolean; added: () => Participant }>([
    [
      'others',
      {
        known: (p) => others.includes(p.transcriptionOriName),
        added: () => ({
          id: newId(now),
          userId: '',
          type: 'speaker',
          name: OTHERS[language],
          transcriptionOriName: OTHERS[language],
        }),
      },
    ],
  ]);
  if (name)
    tracks.set('me', {
      known: (p) => p.userId === userId,
      added: () => ({ id: newId(now), userId, type: 'member', name, transcriptionOriName: '' }),
    });
  const found = new Map<string, string>();
  for (const [label, { known, added }] of tracks) {
    if (!heard.has(label)) continue;
    let participant = participants.find(known);
    if (!participant) participants.push((participant = added()));
    found.set(label, participant.id);
  }
  return found;
}

export interface Spoken {
  segments: Segment[];
  /** all participants of the meeting, new speakers last */
  participants: Participant[];
}

/**
 * @param before this recording's segments of an earlier transcription
 * @param participants of the meeting
 * @param recorder set for a recording with two tracks, otherwise null
 */
export function spokenOf(
  recordingId: string,
  recognised: readonly RecognisedSegment[],
  before: readonly Segment[],
  participants: readonly Participant[],
  now: number,
  recorder: Recorder | null = null,
): Spoken {
  const all = [...participants];
  const heard = new Set(recognised.map(({ speaker }) => speaker));
  const speakers = new Map([
    ...knownSpeakers(recognised, before, participants),
    // a track is one speaker, even if people assigned its segments to several participants
    ...(recorder ? trackSpeakers(recorder, heard, all, now) : []),
  ]);
  for (const { speaker } of recognised) {
    if (!speaker || speakers.has(speaker)) continue;
    const name = `Speaker ${nextNumber(all)}`;
    const participant: Participant = { id: newId(now), userId: '', type: 'speaker', name, transcriptionOriName: name };
    all.push(participant);
    speakers.set(speaker, participant.id);
  }
  const segments = recognised.map((s): Segment => {
    const corrected = correctionOf(s, before);
    const text = truncate(s.text, LIMITS.segmentText.max);
    return {
      id: newId(now),
      recordingId,
      start: s.start,
      end: s.end,
      text: corrected?.text ?? text,
      original: corrected ? text : '',
      participantId: corrected?.participantId || speakers.get(s.speaker) || '',
    };
  });
  return { segments, participants: all };
}

/** Removes speakers of an earlier transcription that are unnamed, not linked and without segments. */
export const withoutUnheard = (participants: readonly Participant[], segments: readonly Segment[]): Participant[] =>
  participants.filter(
    (p) =>
      p.type !== 'speaker' ||
      p.userId !== '' ||
      p.name !== p.transcriptionOriName ||
      segments.some((s) => s.participantId === p.id),
  );
