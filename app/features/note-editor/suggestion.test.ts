import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import { blocksOfFragment, nodesOfBlocks } from './clipboard';
import { toggleKind } from './commands';
import { createNoteSchema } from './schema';
import { chooseSuggestion, dismissSuggestion, suggestionOf, suggestionPlugin } from './suggestion';

const schema = createNoteSchema();
function open(markdown: string): { state: EditorState; type(text: string): void; run(command: Command): void } {
  const doc = schema.node('doc', null, nodesOfBlocks(schema, parseMarkdown(markdown)));
  const editor = {
    state: EditorState.create({ doc, plugins: [suggestionPlugin(() => false)] }),
    type(text: string): void {
      for (const letter of text) editor.state = editor.state.apply(editor.state.tr.insertText(letter));
    },
    run(command: Command): void {
      command(editor.state, (tr) => {
        editor.state = editor.state.apply(tr);
      });
    },
  };
  editor.state = editor.state.apply(editor.state.tr.setSelection(TextSelection.atEnd(doc)));
  return editor;
}
const queryAfter = (markdown: string, typed: string): string | undefined => {
  const editor = open(markdown);
  editor.type(typed);
  return suggestionOf(editor.state)?.query;
};

describe('the slash menu', () => {
  it('opens at a slash after a space and follows the letters', () => {
    expect(queryAfter('word', ' /')).toBe('');
    expect(queryAfter('word', ' /tab')).toBe('tab');
    expect(queryAfter('単語', ' ／表')).toBe('表');
  });

  it('stays closed in words, addresses and code, and after a space', () => {
    expect(queryAfter('and', '/or')).toBeUndefined();
    expect(queryAfter('https:', '//')).toBeUndefined();
    expect(queryAfter('```\na\n```', ' /')).toBeUndefined();
    expect(queryAfter('word', ' /a b')).toBeUndefined();
  });

  it('stays closed where a cursor comes across a slash', () => {
    const editor = open('word /tab');
    editor.run((state, dispatch) => {
      dispatch!(state.tr.setSelection(TextSelection.create(state.doc, 8)));
      return true;
    });
    expect(suggestionOf(editor.state)).toBeNull();
  });

  it('is closed by Esc until another slash is typed', () => {
    const editor = open('word');
    editor.type(' /a');
    editor.run(dismissSuggestion);
    editor.type('b');
    expect(suggestionOf(editor.state)).toBeNull();
    editor.type(' /');
    expect(suggestionOf(editor.state)?.query).toBe('');
  });

  it('replaces what was typed by the chosen block', () => {
    const editor = open('word');
    editor.type(' /head');
    editor.run(chooseSuggestion(toggleKind('heading', 1)));
    expect(writeMarkdown(blocksOfFragment(editor.state.doc.content))).toBe('# word\n');
  });
});
