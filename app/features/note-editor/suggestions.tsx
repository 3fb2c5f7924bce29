import { useSyncExternalStore } from 'react';
import type { NoteView } from './editor-view';
import { MentionMenu } from './mention-menu';
import { SlashMenu } from './slash-menu';

/** The popup at the cursor: blocks after a slash, people and documents after an at sign. */
export function Suggestions({ view }: { view: NoteView }) {
  const open = useSyncExternalStore(view.subscribe, view.suggestion, view.suggestion);
  if (!open) return null;
  const Menu = open.trigger === 'slash' ? SlashMenu : MentionMenu;
  // another trigger character starts a new suggestion
  return <Menu key={`${open.trigger}${open.from}`} view={view} open={open} />;
}
