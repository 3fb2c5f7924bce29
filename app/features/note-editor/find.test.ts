import { findNext, replaceAll, replaceNext, search } from 'prosemirror-search';
import { EditorState, type Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import { blocksOfFragment, nodesOfBlocks } from './note-nodes';
import { matchCount, searchFor } from './find';
import { createNoteSchema } from './schema';

const schema = createNoteSchema();

function find(markdown: string, words: string, replacement = '', ...commands: Command[]): EditorState {
  const doc = schema.node('doc', null, nodesOfBlocks(schema, parseMarkdown(markdown)));
  let state = EditorState.create({ doc, plugins: [search()] });
  state = state.apply(searchFor(state, words, replacement));
  for (const command of commands)
    command(state, (tr) => {
      state = state.apply(tr);
    });
  return state;
}
const markdownOf = (state: EditorState): string => writeMarkdown(blocksOfFragment(state.doc.content));

describe('find and replace', () => {
  it('finds words in blocks, tables and code, in any case and language', () => {
    expect(matchCount(find('Plan\n\n- a plan\n\n| plan |\n| --- |\n| b |\n\n```\nplan\n```', 'plan'))).toBe(4);
    expect(matchCount(find('東京の計画と計画', '計画'))).toBe(2);
    expect(matchCount(find('plan', ''))).toBe(0);
  });

  it('reads signs of regular expressions as they are', () => {
    expect(matchCount(find('a.b axb', 'a.b'))).toBe(1);
    expect(markdownOf(find('cost 5', '5', '$&1', replaceAll))).toBe('cost $&1\n');
  });

  it('replaces one match or all, and keeps marks', () => {
    expect(markdownOf(find('a **b** b', 'b', 'c', findNext, replaceNext))).toBe('a **c** b\n');
    expect(markdownOf(find('a **b** b', 'b', 'c', replaceAll))).toBe('a **c** c\n');
  });
});
