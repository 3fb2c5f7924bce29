/**
 * Keys act on the selection that the user sees. A browser reports a click's new selection a task later than the click;
 * on a busy machine the next key is handled before that, and ProseMirror would apply it to the selection before: a
 * Delete after a click into the text removed the image that was selected until then.
 */
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** The two ends of the browser's selection. */
const ends = (view: EditorView): unknown[] => {
  const selection = view.dom.ownerDocument.getSelection();
  return [selection?.anchorNode, selection?.anchorOffset, selection?.focusNode, selection?.focusOffset];
};

export function pendingSelectionPlugin(): Plugin {
  let reported: unknown[] = [];
  return new Plugin({
    view: (view) => {
      const { ownerDocument } = view.dom;
      const note = (): void => void (reported = ends(view));
      ownerDocument.addEventListener('selectionchange', note);
      return { destroy: () => ownerDocument.removeEventListener('selectionchange', note) };
    },
    props: {
      handleDOMEvents: {
        keydown: (view, event) => {
          const isPending = ends(view).some((end, index) => end !== reported[index]);
          // during a composition the selection belongs to the input method
          if (isPending && !view.composing && !event.isComposing)
            view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
          return false;
        },
      },
    },
  });
}
