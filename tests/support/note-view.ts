/** The editor of a text, without a replica. */
import { onTestFinished } from 'vitest';
import { NoteView, type NoteViewOptions } from '../../app/features/note-editor/editor-view';

/** Opens an editor in the document of jsdom until the test has ended. */
export function openNoteView(options: Pick<NoteViewOptions, 'doc' | 'images'> & Partial<NoteViewOptions>): {
  place: HTMLElement;
  note: NoteView;
} {
  const place = document.createElement('div');
  document.body.append(place);
  const note = new NoteView(place, {
    editable: () => true,
    label: 'Text',
    placeholder: '',
    taskLabel: 'Done',
    mentionWords: { gone: (name) => name, left: (name) => name },
    openMention: () => undefined,
    tablePasted: () => undefined,
    openLink: () => undefined,
    plugins: [],
    onCompositionEnd: () => undefined,
    ...options,
  });
  onTestFinished(() => {
    note.destroy();
    place.remove();
  });
  return { place, note };
}
