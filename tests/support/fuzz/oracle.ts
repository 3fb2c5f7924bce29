/**
 * The record of all acts of people that Satchel confirmed, and the check that none is lost.
 *
 *   an edit      is current · is in the conflict inbox or under "needs attention" · was changed further, or deleted, by a person who had
 *                seen it · was on the server when its project or meeting was deleted there
 *   a deletion   took effect · is in the conflict inbox or under "needs attention" · was undone by a person
 *   a word       as an edit, in a text
 *   a call       was made once, or needs attention
 *
 * A deletion is treated as an edit: documents that the person deleted with it may be missing, but a deletion must not fail
 * silently.
 */
import type { RejectedChange, ConflictVersion, OutboxCall } from '../../../sync/engine/storage/device-rows';
import { DELETED, sameValue } from '../../../sync/merge/values';
import { KINDS, type KindName } from '../../../sync/model/kinds';

export interface Edit {
  device: string;
  collection: KindName;
  id: string;
  /** `title`, `participants.<id>` for a whole element, `participants.<id>.name` */
  field: string;
  value: unknown;
  /** the value that the person saw before the change */
  before: unknown;
  done: boolean;
}
const isDerived = (collection: KindName, field: string): boolean =>
  (KINDS[collection].merge as Record<string, string>)[field] === 'derived';

interface Typing {
  device: string;
  contentId: string;
  word: string;
  done: boolean;
}
export interface Removal {
  device: string;
  collection: KindName;
  id: string;
  /** the person's view of everything deleted with it, by `<collection>/<id>` */
  seen: Map<string, Record<string, unknown>>;
  texts: Map<string, string>;
  done: boolean;
  /** a person undid it, or created it again */
  revoked: boolean;
}
interface CallMade {
  device: string;
  mark: string;
  done: boolean;
}

/** The state at the end. */
export interface FinalState {
  /** on the server, including deleted ones in their state at the deletion */
  docs: Map<string, { deleted: boolean; data: Record<string, unknown> }>;
  textOf(contentId: string): string;
  conflictVersions: ConflictVersion[];
  rejectedChanges: RejectedChange[];
  rejectedText(item: RejectedChange): string;
  outbox: OutboxCall[];
  /** number of executions of each call */
  effects: Map<string, number>;
}
const keyOf = (collection: string, id: string): string => `${collection}/${id}`;

/** A field of a document by its path; an element of a list by its id. */
export function valueAt(data: unknown, path: string): unknown {
  let at = data;
  for (const step of path.split('.')) {
    at = Array.isArray(at)
      ? at.find((element) => (element as { id?: unknown }).id === step)
      : (at as Record<string, unknown> | null | undefined)?.[step];
  }
  return at ?? undefined;
}

export class Oracle {
  readonly edits: Edit[] = [];
  readonly typings: Typing[] = [];
  readonly removals: Removal[] = [];
  readonly calls: CallMade[] = [];
  /** rejected changes that a person discarded or continued elsewhere */
  readonly dropped: RejectedChange[] = [];

  /** Records an edit when it begins; `done` is set when it is confirmed. */
  edit(edit: Omit<Edit, 'done'>): Edit {
    const entry = { ...edit, done: false };
    this.edits.push(entry);
    return entry;
  }

  type(typing: Omit<Typing, 'done'>): Typing {
    const entry = { ...typing, done: false };
    this.typings.push(entry);
    return entry;
  }

  remove(removal: Omit<Removal, 'done' | 'revoked'>): Removal {
    const entry = { ...removal, done: false, revoked: false };
    this.removals.push(entry);
    return entry;
  }

  call(call: Omit<CallMade, 'done'>): CallMade {
    const entry = { ...call, done: false };
    this.calls.push(entry);
    return entry;
  }

  /** A person restores a document. */
  revive(collection: KindName, id: string): void {
    for (const removal of this.removals) if (removal.seen.has(keyOf(collection, id))) removal.revoked = true;
  }

  /** Returns the lost acts, as text. */
  check(state: FinalState): string[] {
    return [
      ...this.edits.filter((e) => e.done).flatMap((e) => this.checkEdit(e, state)),
      ...this.typings.filter((t) => t.done).flatMap((t) => this.checkTyping(t, state)),
      ...this.removals.filter((r) => r.done && !r.revoked).flatMap((r) => this.checkRemoval(r, state)),
      ...this.calls.flatMap((c) => this.checkCall(c, state)),
    ];
  }

  private checkEdit(edit: Edit, state: FinalState): string[] {
    if (this.isKnown(edit, state, new Set())) return [];
    const { collection, id, field, value } = edit;
    const doc = state.docs.get(keyOf(collection, id));
    return [
      `${edit.device} set ${field} of ${keyOf(collection, id)} to ${JSON.stringify(value)}; it is ${
        doc ? `${JSON.stringify(valueAt(doc.data, field))}${doc.deleted ? ', deleted' : ''}` : 'not on the server'
      } and nobody knows of it`,
    ];
  }

  /** `asked`: edits whose result depends on this one's */
  private isKnown(edit: Edit, state: FinalState, asked: Set<Edit>): boolean {
    const { collection, id, field, value } = edit;
    const key = keyOf(collection, id);
    const doc = state.docs.get(key);
    const is = (data: unknown): boolean => sameValue(valueAt(data, field), value ?? undefined);
    if (doc && !doc.deleted && is(doc.data)) return true;
    if (state.conflictVersions.some((k) => k.documentId === id && versionHas(k, edit))) return true;
    if (
      [...state.rejectedChanges, ...this.dropped].some(
        (a) => a.documentId === id && a.collection === collection && is(a.content),
      )
    )
      return true;
    // for derived fields the person saw the present value, which follows the text; its words are checked separately
    if (
      this.removals.some(
        (r) =>
          (wasMade(r, state) || !doc || doc.deleted) &&
          r.seen.has(key) &&
          (isDerived(collection, field) || is(r.seen.get(key))),
      )
    )
      return true;
    if (doc?.deleted && is(doc.data) && deletedWith(collection, doc.data, state)) return true;
    // derived fields of a text (its counts) follow the text; its words are checked separately
    if (
      isDerived(collection, field) &&
      [...state.rejectedChanges, ...this.dropped].some((a) => a.documentId === id && a.collection === 'noteContents')
    )
      return true;
    // a read mark on a deleted document is not an edit
    if (field === 'read' && (!doc || doc.deleted)) return true;
    // moved into a project that was deleted: its remaining documents are outside
    if (field === 'projectId' && this.removals.some((r) => r.collection === 'projects' && r.id === value)) return true;
    const further = this.edits.filter(
      (other) => other !== edit && other.collection === collection && other.id === id && isAfter(other, edit),
    );
    return further.some(
      (other) => other.done || (!asked.has(other) && this.isKnown(other, state, new Set([...asked, edit]))),
    );
  }

  private checkTyping(typing: Typing, state: FinalState): string[] {
    const { contentId, word } = typing;
    const doc = state.docs.get(keyOf('noteContents', contentId));
    if (doc && !doc.deleted && state.textOf(contentId).includes(word)) return [];
    if (
      [...state.rejectedChanges, ...this.dropped].some(
        (a) => a.documentId === contentId && a.collection === 'noteContents' && state.rejectedText(a).includes(word),
      )
    )
      return [];
    if (this.removals.some((r) => (wasMade(r, state) || !doc || doc.deleted) && sawWord(r, contentId, word))) return [];
    if (doc?.deleted && state.textOf(contentId).includes(word) && deletedWith('noteContents', doc.data, state))
      return [];
    return [
      `${typing.device} typed ${word} into ${contentId}; the text is ${
        doc ? `${state.textOf(contentId)}${doc.deleted ? ' (deleted)' : ''}` : 'not on the server'
      }`,
    ];
  }

  private checkRemoval({ device, collection, id }: Removal, state: FinalState): string[] {
    const doc = state.docs.get(keyOf(collection, id));
    if (!doc || doc.deleted) return [];
    const concerns = (item: { collection: KindName; documentId: string }): boolean =>
      item.collection === collection && item.documentId === id;
    if (state.conflictVersions.some((k) => concerns(k) && k.field === DELETED)) return [];
    if ([...state.rejectedChanges, ...this.dropped].some((a) => concerns(a) && a.content['_deleted'] === true))
      return [];
    return [`${device} deleted ${keyOf(collection, id)}; it still exists, without a message`];
  }

  private checkCall({ device, mark, done }: CallMade, state: FinalState): string[] {
    const made = state.effects.get(mark) ?? 0;
    if (made > 1) return [`${device} asked for ${mark} once; it was done ${made} times`];
    if (made === 1 || !done || state.outbox.some((call) => JSON.stringify(call.input).includes(mark))) return [];
    return [`${device} asked for ${mark}; it was not done and nobody knows of it`];
  }
}

/**
 * Whether a deletion was made: confirmed, or, if the process ended before the confirmation, listed in the conflict
 * inbox as one that lost.
 */
const wasMade = (r: Removal, state: FinalState): boolean =>
  r.done ||
  state.conflictVersions.some((k) => k.field === DELETED && k.collection === r.collection && k.documentId === r.id);

/**
 * Whether the person who deleted had seen a word: in the text, or in the snippet of a note whose text was still in
 * flight. A note's row summarises its text, and a deletion is evaluated by the row it was based on.
 */
function sawWord(r: Removal, contentId: string, word: string): boolean {
  return (
    r.texts.get(contentId)?.includes(word) === true ||
    String(r.seen.get(keyOf('notes', contentId))?.['snippet'] ?? '').includes(word)
  );
}

/**
 * Whether the project or meeting that contains a document is deleted: the server deletes all its contents with it,
 * whether the person had seen them or not.
 */
function deletedWith(collection: KindName, data: Record<string, unknown>, state: FinalState): boolean {
  const isGone = (head: KindName, id: unknown): boolean => state.docs.get(keyOf(head, String(id)))?.deleted === true;
  const heads = (id: unknown, name: KindName): boolean => {
    const head = state.docs.get(keyOf(name, String(id)));
    return head !== undefined && deletedWith(name, head.data, state);
  };
  if (collection === 'noteContents')
    return data['subject'] === 'note'
      ? heads(data['subjectId'], 'notes')
      : isGone('meetings', data['subjectId']) || heads(data['subjectId'], 'meetings');
  if (collection === 'transcripts' || collection === 'summaries')
    return isGone('meetings', data['meetingId']) || heads(data['meetingId'], 'meetings');
  return isGone('projects', data['projectId']);
}

/** Whether the conflict inbox shows the value of an edit, alone or as part of a whole element. */
function versionHas({ field, mine, theirs }: ConflictVersion, edit: Edit): boolean {
  if (field === edit.field) return [mine, theirs].some((side) => sameValue(side ?? undefined, edit.value ?? undefined));
  return (
    edit.field.startsWith(`${field}.`) &&
    [mine, theirs].some((side) => sameValue(valueAt(side, edit.field.slice(field.length + 1)), edit.value))
  );
}

/** Whether `other` was made by a person who had seen the value of `edit`. */
function isAfter(other: Edit, edit: Edit): boolean {
  if (other.field === edit.field) return sameValue(other.before ?? undefined, edit.value ?? undefined);
  return (
    edit.field.startsWith(`${other.field}.`) &&
    sameValue(valueAt(other.before, edit.field.slice(other.field.length + 1)), edit.value)
  );
}
