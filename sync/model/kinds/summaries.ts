/**
 * The summary of one meeting (same id as the meeting): Markdown, the moments that support its sentences, and lists of
 * decisions, actions and open questions. The server writes it; people edit its text. A text that a person edited, or
 * that was imported, is saved as a version when it is replaced.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { LANGUAGES } from '../languages';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';

/** A passage that supports a sentence; its marker in the text is `[^n]`. */
export const Moment = v.looseObject({
  /** from 1 */
  n: whole({ min: 1 }),
  /** segment of the transcript; '' for a line of the meeting's note, and if `momentId` is set */
  segmentId: IdOrNone,
  /** bookmark, or line typed while recording (sync/model/meeting-moments.ts); absent for others */
  momentId: v.optional(Id),
  /** copied exactly from the segment, the note, the bookmark or the line */
  quote: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
});
export type Moment = v.InferOutput<typeof Moment>;

/** Id of the segment, bookmark or typed line that a moment refers to; '' for a line of the meeting's note. */
export const placeIdOf = ({ segmentId, momentId = '' }: Pick<Moment, 'segmentId' | 'momentId'>): string =>
  momentId || segmentId;

export const SUMMARY_ITEM_KINDS = ['decision', 'action', 'question'] as const;

/** A decision, an action or an open question. */
export const SummaryItem = v.looseObject({
  id: Id,
  kind: v.picklist(SUMMARY_ITEM_KINDS),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  /** for an action: its person and due date in the words of the meeting; '' if not mentioned */
  who: v.pipe(v.string(), v.maxLength(200)),
  due: v.pipe(v.string(), v.maxLength(200)),
  moments: v.array(Moment),
});
export type SummaryItem = v.InferOutput<typeof SummaryItem>;

const Content = v.pipe(v.string(), v.maxLength(LIMITS.summary.max));

export const SummaryVersion = v.looseObject({
  id: Id,
  content: Content,
  templateId: IdOrNone,
  mode: v.string(),
  by: IdOrNone,
  at: timestamp(),
  moments: v.optional(v.array(Moment)),
});

export const SUMMARY_STATES = ['none', 'waiting', 'processing', 'done', 'failed'] as const;

export const summaries = defineKind({
  name: 'summaries',
  store: 'contents',
  direction: 'both',
  fields: {
    meetingId: Id,
    creatorId: Id,
    /** Markdown with markers: `[^n]` cites moment n; `[^?]` ends a sentence without support */
    content: Content,
    templateId: IdOrNone,
    /** state of the latest request; an earlier text stays until the new one is written, or if that fails */
    status: v.picklist(SUMMARY_STATES),
    error: v.string(),
    versions: v.array(SummaryVersion),
    provider: v.string(),
    model: v.string(),
    /** `model`, or `import`: written by a person or another app */
    mode: v.string(),
    generatedAt: timestamp(),
    moments: v.optional(v.array(Moment)),
    items: v.optional(v.array(SummaryItem)),
    /** detected language of the text; '' if unknown */
    language: v.optional(v.union([v.picklist(LANGUAGES), v.literal('')])),
    /** the latest request; `language`: of the text */
    request: v.optional(
      v.looseObject({ templateId: Id, language: v.picklist(LANGUAGES), askedBy: v.optional(IdOrNone) }),
    ),
    /** the latest edit by a person since the text was generated */
    editedBy: v.optional(IdOrNone),
    editedAt: v.optional(timestamp()),
  },
  indexes: [],
  label: 'summary',
  parents: [{ kind: 'meetings', idPrefix: '' }],
  // a text with a pending or failed request is left out
  search: {
    role: 'part',
    fields: [{ passage: 'summary', field: 'content' }],
    when: ({ status, content }) => content !== '' && (status === 'done' || status === 'none'),
  },
  merge: {
    meetingId: 'server',
    creatorId: 'server',
    content: 'value',
    templateId: 'server',
    status: 'server',
    error: 'server',
    versions: 'server',
    provider: 'server',
    model: 'server',
    mode: 'server',
    generatedAt: 'server',
    moments: 'server',
    items: 'server',
    language: 'server',
    request: 'server',
    editedBy: 'server',
    editedAt: 'server',
  },
  abilities: (doc, role, viewer) => (doc['creatorId'] === viewer.userId || role !== 'viewer' ? ['update'] : []),
});
export type Summary = DocOf<typeof summaries>;

/** Whether a person has changed the text since it was generated. */
export const isEdited = ({ editedAt = 0, generatedAt }: Pick<Summary, 'editedAt' | 'generatedAt'>): boolean =>
  editedAt > generatedAt;

/** Whether the text is saved as a version when it is replaced: a person wrote or changed it. */
export const staysAsVersion = (summary: Pick<Summary, 'content' | 'mode' | 'editedAt' | 'generatedAt'>): boolean =>
  summary.content.trim() !== '' && (isEdited(summary) || summary.mode === 'import');
