/** Applies the accepted ones of proposed changes to a text. */
import type { NoteBlock } from '../../../sync/merge/note-blocks';
import type { ComparedBlock } from '../note-versions/compare';

/** @param accepted positions of accepted differences */
export const mergeParts = (compared: readonly ComparedBlock[], accepted: ReadonlySet<number>): NoteBlock[] =>
  compared.flatMap(({ difference, block, before }, at): NoteBlock[] => {
    const isAccepted = accepted.has(at);
    switch (difference) {
      case 'same':
        return [block];
      case 'changed':
        return [isAccepted ? block : before!];
      case 'added':
        return isAccepted ? [block] : [];
      case 'removed':
        return isAccepted ? [] : [block];
    }
  });
