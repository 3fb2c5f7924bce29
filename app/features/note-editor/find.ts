/** Find and replace in a note: the words looked for are part of the editor's state, never of the text. */
import { getMatchHighlights, SearchQuery, setSearchState } from 'prosemirror-search';
import type { EditorState, Transaction } from 'prosemirror-state';

/** Looks for words as they are written, without regard to case; '' ends the search. */
export const searchFor = (state: EditorState, words: string, replacement: string): Transaction =>
  // `$&` and `$1` would be read as references to the match
  setSearchState(
    state.tr,
    new SearchQuery({ search: words, replace: replacement.replace(/\$/g, '$$$$'), literal: true }),
  );

export const matchCount = (state: EditorState): number => getMatchHighlights(state).find().length;
