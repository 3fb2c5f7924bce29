/**
 * Reads the sources of a summary, numbered as passages: lines of the meeting's note, bookmarks with text and lines typed
 * during the recording, and segments of the transcript.
 */
import { textsOfBlocks } from '../../../sync/merge/note-text';
import { blocksOfState } from '../../../sync/merge/note-blocks';
import { fromBase64 } from '../../../sync/merge/yjs';
import { timedMoments, timedSegments } from '../../../sync/meeting/segments';
import { spaceOf, meetingNoteId } from '../../../sync/model/ids';
import type { Language } from '../../../sync/model/languages';
import { builtInTemplate } from '../../../sync/model/summary-templates';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import { timeZoneOf } from '../person-time-zone';

/** marks a bookmark, and the segment during which one was made */
export const BOOKMARK = '(bookmark)';

/** most terms of the organization that the model is given */
const TERMS_MAX = 40;

export interface SourcePassage {
  /** number in the prompt, from 1 */
  no: number;
  /** the text, unchanged */
  text: string;
  /** '' for a line of the note, a bookmark or a typed line */
  segmentId: string;
  /** set for a bookmark or typed line */
  momentId?: string;
  /** for a typed line or segment: milliseconds on the joint time line of all recordings; absent or -1 if unknown */
  at?: number;
  /** the text before the words: time, speaker or author, and the mark of a bookmark */
  lead: string;
}

export interface SummarySources {
  meeting: StoredDoc<'meetings'>;
  /** lines of the note, then bookmarks and typed lines in order */
  note: SourcePassage[];
  transcript: SourcePassage[];
  /** of the meeting's creator, otherwise of the person who asked; '' if both are unknown */
  timeZone: string;
  /** terms of the organization that occur in the sources, in the organization's spelling */
  terms: string[];
}

const clockOf = (ms: number): string => {
  const s = Math.floor(ms / 1000);
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0')).join(':');
};

type Unnumbered = Omit<SourcePassage, 'no'>;

const leadOf = (start: number, name: string, mark: string): string =>
  [start < 0 ? '' : clockOf(start), name, mark].filter(Boolean).join(' ');

/** The ids that a moment of the summary keeps of its passage. */
export const placeOf = ({ segmentId, momentId }: SourcePassage): Pick<SourcePassage, 'segmentId' | 'momentId'> => ({
  segmentId,
  ...(momentId ? { momentId } : {}),
});

/** Lines of the note first, then segments and typed lines by time. */
export function inTimeOrder({ note, transcript }: Pick<SummarySources, 'note' | 'transcript'>): SourcePassage[] {
  const timed = note.filter(({ at = -1 }) => at >= 0);
  const all = note.filter(({ at = -1 }) => at < 0);
  let next = 0;
  for (const passage of transcript) {
    while (next < timed.length && (passage.at ?? -1) > timed[next]!.at!) all.push(timed[next++]!);
    all.push(passage);
  }
  return [...all, ...timed.slice(next)];
}

/** Null if the meeting was deleted or the person may not see it. */
export async function readSources(
  tx: Pick<SyncTransaction, 'get' | 'list' | 'roleIn' | 'companyId'>,
  meetingId: string,
  userId: string,
): Promise<SummarySources | null> {
  const meeting = await tx.get('meetings', meetingId);
  if (!meeting || (await tx.roleIn(meeting.space, userId)) === null) return null;
  const [transcript, content] = [
    await tx.get('transcripts', meetingId),
    await tx.get('noteContents', meetingNoteId(meetingId)),
  ];
  const lines = content?.state ? textsOfBlocks(blocksOfState(fromBase64(content.state))) : [];
  const names = new Map(meeting.participants.map(({ id, name }) => [id, name]));
  const members = new Map(meeting.participants.map(({ userId, name }) => [userId, name]));
  const segments = transcript?.segments ?? [];
  const timed = timedSegments(segments, meeting.recordings);
  const moments = timedMoments(meeting.moments ?? [], segments, timed, meeting.recordings);
  const note = [
    ...lines.map((text): Unnumbered => ({ text, segmentId: '', lead: '' })),
    ...moments.map(({ id, kind, text, start, userId }): Unnumbered => {
      const by = members.get(userId) ?? '';
      const lead = leadOf(start, by, kind === 'bookmark' ? BOOKMARK : '');
      return { text, segmentId: '', momentId: id, at: start, lead };
    }),
  ]
    .filter(({ text }) => text.trim() !== '')
    .map((passage, i): SourcePassage => ({ ...passage, no: i + 1 }));
  const marked = new Set(moments.filter(({ kind }) => kind === 'bookmark').map(({ segmentId }) => segmentId));
  const spoken = timed.map(({ id, text, start, participantId }, i): SourcePassage => ({
    no: note.length + i + 1,
    text,
    segmentId: id,
    at: start,
    lead: leadOf(start, names.get(participantId) ?? '', marked.has(id) ? BOOKMARK : ''),
  }));
  const said = [...note, ...spoken].map(({ text }) => text).join('\n');
  const terms = (await tx.list('terms', { space: spaceOf('company', tx.companyId) })).map(({ term }) => term);
  const timeZone = await timeZoneOf(tx, meeting.creatorId, userId);
  return { meeting, note, transcript: spoken, timeZone, terms: termsIn(terms, said) };
}

const pairsOf = (text: string): Set<string> => {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
};

/** The first terms that occur in a text. Comparing pairs of characters first avoids most searches of the whole text. */
export function termsIn(terms: readonly string[], said: string): string[] {
  const pairs = pairsOf(said);
  const found: string[] = [];
  for (const term of terms) {
    if (found.length === TERMS_MAX) break;
    if ([...pairsOf(term)].every((pair) => pairs.has(pair)) && said.includes(term)) found.push(term);
  }
  return found;
}

/** A built-in template, or a custom one that the person may read; null if there is none. */
export async function templateFor(
  tx: Pick<SyncTransaction, 'get' | 'roleIn'>,
  id: string,
  userId: string,
  language: Language,
): Promise<{ title: string; content: string } | null> {
  const builtIn = await builtInTemplate(id, language);
  if (builtIn) return builtIn;
  const custom = await tx.get('templates', id);
  return custom && (await tx.roleIn(custom.space, userId)) !== null ? custom : null;
}

/**
 * The error for a template that a person cannot use. TEMPLATE_NOT_SHARED only if the meeting's summary already names the
 * template: otherwise the code would reveal that a private template exists.
 */
export async function codeWithoutTemplate(
  tx: Pick<SyncTransaction, 'get'>,
  id: string,
  summary: Pick<StoredDoc<'summaries'>, 'templateId' | 'request'> | null,
): Promise<'TEMPLATE_NOT_FOUND' | 'TEMPLATE_NOT_SHARED'> {
  const isNamed = summary?.templateId === id || summary?.request?.templateId === id;
  return isNamed && (await tx.get('templates', id)) !== null ? 'TEMPLATE_NOT_SHARED' : 'TEMPLATE_NOT_FOUND';
}
