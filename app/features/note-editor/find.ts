/** Find and replace in a note: the words looked for are part of the editor's state, never of the text. */
import { Fragment, Slice } from 'prosemirror-model';
import { getMatchHighlights, SearchQuery, setSearchState, type SearchResult } from 'prosemirror-search';
import type { EditorState, Transaction } from 'prosemirror-state';

/** A replacement is inserted as it is written. The package would read `$&` and `$1` as references to the match. */
class LiteralQuery extends SearchQuery {
  override getReplacements(
    state: EditorState,
    { from, to }: SearchResult,
  ): { from: number; to: number; insert: Slice }[] {
    const marks = state.doc.resolve(from).marksAcross(state.doc.resolve(to)) ?? [];
    const insert = this.replace ? new Slice(Fragment.from(state.schema.text(this.replace, marks)), 0, 0) : Slice.empty;
    return [{ from, to, insert }];
  }
}

/** Looks for words as they are written, without regard to case; '' ends the search. */
export const searchFor = (state: EditorState, words: string, replacement: string): Transaction =>
  setSearchState(state.tr, new LiteralQuery({ search: words, replace: replacement, literal: true }));

export const matchCount = (state: EditorState): number => getMatchHighlights(state).find().length;
