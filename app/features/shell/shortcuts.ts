/**
 * Keyboard shortcuts. Single keys can be disabled in the settings, since they conflict with assistive technology;
 * chords always work.
 */
import { isComposing } from '~/ui/controls/composing';

export interface Shortcut {
  /** key of a text in `shell:shortcuts` */
  id:
    | 'palette'
    | 'help'
    | 'home'
    | 'projects'
    | 'meetings'
    | 'note'
    | 'record'
    | 'project'
    | 'sidebar'
    | 'search'
    | 'toasts';
  /** as displayed by Kbd */
  keys: string;
  /** a single key; ignored in text fields */
  single: boolean;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { id: 'palette', keys: 'mod+k', single: false },
  { id: 'sidebar', keys: 'mod+\\', single: false },
  { id: 'toasts', keys: 'alt+t', single: false },
  { id: 'help', keys: '?', single: true },
  { id: 'search', keys: '/', single: true },
  { id: 'note', keys: 'c', single: true },
  { id: 'record', keys: 'r', single: true },
  { id: 'project', keys: 'p', single: true },
  { id: 'home', keys: 'h', single: true },
  { id: 'projects', keys: 'b', single: true },
  { id: 'meetings', keys: 'm', single: true },
];

interface KeyFacts {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** The shortcut of a key press. `typing`: a text field has the focus. null: none; always null during a composition. */
export function shortcutOf(
  event: KeyFacts,
  { typing, singleKeys }: { typing: boolean; singleKeys: boolean },
): Shortcut['id'] | null {
  if (isComposing(event) || event.altKey) return null;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() === 'k') return 'palette';
    return event.key === '\\' ? 'sidebar' : null;
  }
  if (typing || !singleKeys) return null;
  return SHORTCUTS.find((s) => s.single && s.keys === event.key.toLowerCase())?.id ?? null;
}
