/**
 * The summary of one meeting (same id as the meeting): Markdown, the moments that support its sentences, and decisions,
 * actions and open questions as parts of their own. The server writes it; people edit its text. When a summary replaces
 * one that a person has edited, or that was written elsewhere, the replaced text is saved as a version.
 */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { Id, IdOrNone } from '../id-schemas';
import { LANGUAGES } from '../languages';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';

/** A place whose words support a sentence; its marker in the text is `[^n]`. */
export const Moment = v.looseObject({
  /** from 1 */
  n: whole({ min: 1 }),
  /** segment of the transcript; '' for a line of the meeting's note, and where `momentId` has an id */
  segmentId: IdOrNone,
  /** bookmark, or line typed while recording (sync/model/meeting-moments.ts); absent for others */
  momentId: v.optional(Id),
  /** stands word for word in the segment, the note, the bookmark or the line */
  quote: v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.passage.max)),
});
export type Moment = v.InferOutput<typeof Moment>;

/** Id of the segment, bookmark or typed line that a moment names; '' for a line of the meeting's note. */
export const placeIdOf = ({ segmentId, momentId = '' }: Pick<Moment, 'segmentId' | 'momentId'>): string =>
  momentId || segmentId;

export const SUMMARY_ITEM_KINDS = ['decision', 'action', 'question'] as const;

/** A decision, an action or an open question. */
export const SummaryItem = v.looseObject({
  id: Id,
  kind: v.picklist(SUMMARY_ITEM_KINDS),
  text: v.pipe(v.string(), v.minLength(1), v.maxLength(2000)),
  /** of an action: who does it, and by when, as it was said; '' if nobody said it */
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

/** `import`: another app or a person wrote it */
export const SUMMARY_STATES = ['none', 'waiting', 'processing', 'done', 'failed'] as const;

export const summaries = defineKind({
  name: 'summaries',
  store: 'contents',
  direction: 'both',
  fields: {
    meetingId: Id,
    creatorId: Id,
    /** Markdown with markers: `[^n]` names moment n; `[^?]` ends a sentence that no moment supports */
    content: Content,
    templateId: IdOrNone,
    /** of the latest request; an earlier text stays while a new one is made, and if that fails */
    status: v.picklist(SUMMARY_STATES),
    error: v.string(),
    versions: v.array(SummaryVersion),
    provider: v.string(),
    model: v.string(),
    /** `model`, or `import`: a person or another app wrote it */
    mode: v.string(),
    generatedAt: timestamp(),
    moments: v.optional(v.array(Moment)),
    items: v.optional(v.array(SummaryItem)),
    /** of the text as detected; '' if unknown */
    language: v.optional(v.union([v.picklist(LANGUAGES), v.literal('')])),
    /** what is being made, or was asked for last, and by whom; `language` of the text */
    request: v.optional(
      v.looseObject({ templateId: Id, language: v.picklist(LANGUAGES), askedBy: v.optional(IdOrNone) }),
    ),
    /** latest edit by a person since it was generated */
    editedBy: v.optional(IdOrNone),
    editedAt: v.optional(timestamp()),
  },
  indexes: [],
  label: 'summary',
  parents: [{ kind: 'meetings', idPrefix: '' }],
  // one that a model is writing may be replaced; what a person edited stays
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

/** Whether the text is kept as a version when another one replaces it: a person wrote it, or changed it. */
export const staysAsVersion = (summary: Pick<Summary, 'content' | 'mode' | 'editedAt' | 'generatedAt'>): boolean =>
  summary.content.trim() !== '' && (isEdited(summary) || summary.mode === 'import');
