/** The features whose documents have texts. */
import type { TextSubject } from '../../sync/model/kinds/note-contents';
import { canvasText } from './canvases/text';
import { meetingText } from './meetings/text';
import { noteText } from './notes/text';
import type { ReadTextParent } from './text-parent';

export const textParents: Readonly<Record<TextSubject, ReadTextParent>> = {
  note: noteText,
  meeting: meetingText,
  canvas: canvasText,
};
