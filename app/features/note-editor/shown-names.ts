/** The current names of mentioned people and documents, read live from the replica, and how they are shown. */
import { paths } from '~/paths';
import { observe } from '~/replica/client';
import { MENTIONED, refOf, type Mention, type MentionTarget } from '../../../sync/model/mentions';
import type { Doc } from '../../../sync/model/kinds';
import type { TopKind } from '../../../sync/model/top-kinds';

export type Shown =
  /** not read yet, or the first sync is not finished: the stored name is shown */
  | { state: 'unknown' }
  /** `href` null: a person has no screen */
  | { state: 'here'; name: string; href: string | null }
  /** deleted, or not readable by this person */
  | { state: 'gone' }
  /** a person who is no longer in the organization */
  | { state: 'left' };

export interface MentionWords {
  gone: (name: string) => string;
  left: (name: string) => string;
}

/** Targets that are read live at once; further ones show their stored names. */
const WATCHED_MAX = 300;
/** milliseconds for which a target without an element on screen is still read */
const LINGER_MS = 1_000;

function shownOf(target: MentionTarget, found: Doc | null): Shown {
  if (target.kind === 'person') {
    const person = found as Doc<'people'> | null;
    return person?.kind === 'member' && person.active
      ? { state: 'here', name: person.name, href: null }
      : { state: 'left' };
  }
  if (!found) return { state: 'gone' };
  const doc = found as Doc<TopKind>;
  const href = paths.document(MENTIONED[target.kind], doc, doc.abilities.includes('update'));
  return { state: 'here', name: doc.title, href };
}

interface Watched {
  target: MentionTarget;
  found: Doc | null | undefined;
  listeners: Set<(shown: Shown) => void>;
  stop: () => void;
}

class ShownNames {
  private readonly watched = new Map<string, Watched>();
  private isFirstSync = false;
  private stopStatus: (() => void) | null = null;

  /** Calls back at once, and with every change. */
  watch(target: MentionTarget, onShown: (shown: Shown) => void): () => void {
    const ref = refOf(target);
    const each = this.watched.get(ref) ?? this.begin(ref, target);
    if (!each) {
      onShown({ state: 'unknown' });
      return () => undefined;
    }
    each.listeners.add(onShown);
    onShown(this.shown(each));
    return () => {
      each.listeners.delete(onShown);
      // an element that is rendered again subscribes again, and must not show the stored name in between
      if (each.listeners.size === 0) setTimeout(() => this.end(ref, each), LINGER_MS);
    };
  }

  private end(ref: string, each: Watched): void {
    if (each.listeners.size > 0 || this.watched.get(ref) !== each) return;
    each.stop();
    this.watched.delete(ref);
    if (this.watched.size > 0) return;
    this.stopStatus?.();
    this.stopStatus = null;
  }

  private begin(ref: string, target: MentionTarget): Watched | null {
    if (this.watched.size >= WATCHED_MAX) return null;
    this.stopStatus ??= observe({ kind: 'status' }, ({ firstSync }) => {
      if (firstSync === this.isFirstSync) return;
      this.isFirstSync = firstSync;
      for (const each of this.watched.values()) this.notify(each);
    });
    const each: Watched = { target, found: undefined, listeners: new Set(), stop: () => undefined };
    this.watched.set(ref, each);
    each.stop = observe({ kind: 'one', collection: MENTIONED[target.kind], id: target.id }, (found) => {
      each.found = found as Doc | null;
      this.notify(each);
    });
    return each;
  }

  private notify(each: Watched): void {
    const shown = this.shown(each);
    for (const listener of each.listeners) listener(shown);
  }

  private shown({ target, found }: Watched): Shown {
    return found === undefined || (found === null && this.isFirstSync) ? { state: 'unknown' } : shownOf(target, found);
  }
}

export const shownNames = new ShownNames();

/** Fills the element of a mention. A target that is gone keeps its stored name, with words that say so. */
export function paintMention(
  host: HTMLElement,
  mention: Mention,
  shown: Shown,
  words: MentionWords,
  { isInTabOrder }: { isInTabOrder: boolean },
): void {
  const name = (text: string): string => (mention.kind === 'person' ? `@${text}` : text);
  const stored = name(mention.label);
  const text =
    shown.state === 'here'
      ? name(shown.name || mention.label)
      : shown.state === 'gone'
        ? words.gone(stored)
        : shown.state === 'left'
          ? words.left(stored)
          : stored;
  const link = shown.state === 'here' && shown.href ? document.createElement('a') : null;
  if (link && shown.state === 'here') {
    link.href = shown.href!;
    link.draggable = false;
    if (!isInTabOrder) link.tabIndex = -1;
  }
  const inner = link ?? document.createElement('span');
  inner.textContent = text;
  host.className = 'note-mention';
  host.dataset['mention'] = refOf(mention);
  host.dataset['state'] = shown.state;
  host.replaceChildren(inner);
}
