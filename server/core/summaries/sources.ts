/** What a summary is written from: lines of the meeting's note and segments of its transcript, numbered as passages. */
import { textsOfBlocks } from '../../../sync/merge/note-text';
import { blocksOfState } from '../../../sync/merge/note-blocks';
import { fromBase64 } from '../../../sync/merge/yjs';
import { timedSegments } from '../../../sync/meeting/segments';
import { spaceOf, meetingNoteId } from '../../../sync/model/ids';
import type { Language } from '../../../sync/model/languages';
import { builtInTemplate } from '../../../sync/model/summary-templates';
import type { StoredDoc, SyncTransaction } from '../../sync/store';

/** terms of the organization that are given to the model, at most */
const TERMS_MAX = 40;

export interface SourcePassage {
  /** number in the prompt, from 1 */
  no: number;
  /** word for word */
  text: string;
  /** '' for a line of the note */
  segmentId: string;
  /** before the words: when, and who said it */
  lead: string;
}

export interface SummarySources {
  meeting: StoredDoc<'meetings'>;
  note: SourcePassage[];
  transcript: SourcePassage[];
  /** terms that occur in it, as the organization writes them */
  terms: string[];
}

const clockOf = (ms: number): string => {
  const s = Math.floor(ms / 1000);
  return [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, '0')).join(':');
};

/** null: the meeting is gone, or the person may not see it. */
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
  const note = lines
    .filter((line) => line.trim() !== '')
    .map((text, i): SourcePassage => ({ no: i + 1, text, segmentId: '', lead: '' }));
  const spoken = timedSegments(transcript?.segments ?? [], meeting.recordings).map(
    ({ id, text, start, participantId }, i): SourcePassage => ({
      no: note.length + i + 1,
      text,
      segmentId: id,
      lead: [start < 0 ? '' : clockOf(start), names.get(participantId) ?? ''].filter(Boolean).join(' '),
    }),
  );
  const said = [...note, ...spoken].map(({ text }) => text).join('\n');
  const terms = (await tx.list('terms', { space: spaceOf('company', tx.companyId) })).map(({ term }) => term);
  return { meeting, note, transcript: spoken, terms: termsIn(terms, said) };
}

const pairsOf = (text: string): Set<string> => {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
};

/** The first terms that occur in a text. Most are ruled out by their letters: ten thousand searches take seconds. */
export function termsIn(terms: readonly string[], said: string): string[] {
  const pairs = pairsOf(said);
  const found: string[] = [];
  for (const term of terms) {
    if (found.length === TERMS_MAX) break;
    if ([...pairsOf(term)].every((pair) => pairs.has(pair)) && said.includes(term)) found.push(term);
  }
  return found;
}

/** A built-in template, or one of the person; null if there is none of this id. */
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
 * Why a person cannot use a template. A colleague's private one is told apart only where the meeting's summary names it
 * already: otherwise the code would say that an id exists.
 */
export async function codeWithoutTemplate(
  tx: Pick<SyncTransaction, 'get'>,
  id: string,
  summary: Pick<StoredDoc<'summaries'>, 'templateId' | 'request'> | null,
): Promise<'TEMPLATE_NOT_FOUND' | 'TEMPLATE_NOT_SHARED'> {
  const isNamed = summary?.templateId === id || summary?.request?.templateId === id;
  return isNamed && (await tx.get('templates', id)) !== null ? 'TEMPLATE_NOT_SHARED' : 'TEMPLATE_NOT_FOUND';
}
