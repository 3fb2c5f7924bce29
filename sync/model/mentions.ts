/**
 * Mentions: links from a note's text to a person, note, meeting or project. A mention stores its target and the
 * target's name at the time of writing; screens show the present name. Both are untrusted (a paste, a merge, the API):
 * they are read only with `readMention`, and a mention gives no access to its target.
 */
import { clean, truncate } from './text';

export const MENTION_KINDS = ['person', 'note', 'meeting', 'project'] as const;
export type MentionKind = (typeof MENTION_KINDS)[number];

export interface Mention {
  kind: MentionKind;
  id: string;
  /** name at the time of writing, shown if the target cannot be read */
  label: string;
}
export type MentionTarget = Pick<Mention, 'kind' | 'id'>;

/** The replicated kind of each target. */
export const MENTIONED = { person: 'people', note: 'notes', meeting: 'meetings', project: 'projects' } as const;

/** longest label in graphemes */
const LABEL_MAX = 200;
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Cleans a name for the label of a mention; '' if nothing visible remains. */
export const readLabel = (value: unknown): string =>
  typeof value === 'string' ? truncate(clean(value.slice(0, LABEL_MAX * 32)), LABEL_MAX) : '';

/** A mention from untrusted attributes; null for an unknown kind, an invalid id or an empty label. */
export function readMention(from: { kind?: unknown; id?: unknown; label?: unknown }): Mention | null {
  const kind = MENTION_KINDS.find((known) => known === from.kind);
  const label = readLabel(from.label);
  return kind && typeof from.id === 'string' && ID.test(from.id) && label ? { kind, id: from.id, label } : null;
}

/** The reference of a target: `note/<id>`. */
export const refOf = ({ kind, id }: MentionTarget): string => `${kind}/${id}`;

/** The mention of a reference with its label. */
export function mentionOfRef(ref: string | null | undefined, label: unknown): Mention | null {
  const [, kind, id] = /^([a-z]+)\/(.*)$/s.exec(ref ?? '') ?? [];
  return readMention({ kind, id, label });
}

/** Scheme of a mention in Markdown: `[label](mention:note/<id>)`. */
export const MENTION_SCHEME = 'mention:';
