import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import { blocksOfFragment, nodesOfBlocks } from './note-nodes';
import type { Mention } from '../../../sync/model/mentions';
import { toggleKind } from './commands';
import { insertMention, peopleMentioned, startMention } from './mentions';
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

describe('suggestions of people and documents', () => {
  const foundAfter = (markdown: string, typed: string) => {
    const editor = open(markdown);
    editor.type(typed);
    const found = suggestionOf(editor.state);
    return found && [found.trigger, found.query];
  };
  const plan: Mention = { kind: 'note', id: 'n1', label: 'Plan' };
  const written = (editor: ReturnType<typeof open>): string =>
    writeMarkdown(blocksOfFragment(editor.state.doc.content));

  it('open at an at sign, also full-width and after Chinese, Japanese and Korean letters', () => {
    expect(foundAfter('word', ' @')).toEqual(['mention', '']);
    expect(foundAfter('word', ' (@anna schmidt')).toEqual(['mention', 'anna schmidt']);
    expect(foundAfter('担当は', '＠田中')).toEqual(['mention', '田中']);
    expect(foundAfter('담당', '@김')).toEqual(['mention', '김']);
    expect(foundAfter('| a |\n| --- |', '@a')).toBeNull();
  });

  it('open at two brackets for notes', () => {
    expect(foundAfter('see', ' [[pla')).toEqual(['note', 'pla']);
    expect(foundAfter('见', '【【计划')).toEqual(['note', '计划']);
    expect(foundAfter('see', ' [[plan]]')).toBeNull();
    expect(foundAfter('see', ' [pla')).toBeNull();
  });

  it('stay closed in addresses and code, and where a space follows the sign', () => {
    expect(foundAfter('anna', '@example')).toBeNull();
    expect(foundAfter('at', ' @ noon')).toBeNull();
    expect(foundAfter('```\na\n```', ' @a')).toBeNull();
  });

  it('open in the cells of a table', () => {
    const editor = open('| a |\n| --- |\n| b |');
    const cell = TextSelection.near(editor.state.doc.resolve(editor.state.doc.content.size - 3));
    editor.run((state, dispatch) => {
      dispatch!(state.tr.setSelection(cell));
      return true;
    });
    editor.type(' @an');
    expect(suggestionOf(editor.state)?.query).toBe('an');
    editor.run(chooseSuggestion(insertMention(plan)));
    expect(written(editor)).toContain('| b [Plan](mention:note/n1) |');
  });

  it('insert a mention in place of what was typed, with a space only where the language has one', () => {
    const latin = open('See');
    latin.type(' @pl');
    latin.run(chooseSuggestion(insertMention(plan)));
    latin.type('now');
    expect(written(latin)).toBe('See [Plan](mention:note/n1) now\n');
    const japanese = open('担当');
    japanese.type('＠');
    japanese.run(chooseSuggestion(insertMention({ kind: 'person', id: 'u1', label: '田中' })));
    japanese.type('さん');
    expect(written(japanese)).toBe('担当[田中](mention:person/u1)さん\n');
  });

  it('follow a mention in the same line', () => {
    const editor = open('[Plan](mention:note/n1)');
    editor.type(' @an');
    const found = suggestionOf(editor.state)!;
    expect(editor.state.doc.textBetween(found.from, found.to)).toBe('@an');
    editor.type('na');
    expect(peopleMentioned(editor.state.doc)).toEqual([]);
    editor.run(chooseSuggestion(insertMention({ kind: 'person', id: 'u1', label: 'Anna' })));
    expect(peopleMentioned(editor.state.doc)).toEqual(['u1']);
  });

  it('begin by a button, apart from a Latin word', () => {
    const editor = open('word');
    editor.run(startMention);
    expect(written(editor)).toBe('word @\n');
    expect(suggestionOf(editor.state)?.trigger).toBe('mention');
  });
});

describe('keys of the suggestions', () => {
  const press = (isComposing: boolean, view = { composing: false }) => {
    const keys: string[] = [];
    const plugin = suggestionPlugin((key) => keys.push(key) > 0);
    let state = EditorState.create({ schema, plugins: [plugin] });
    for (const letter of '@a') state = state.apply(state.tr.insertText(letter));
    const event = { key: 'Enter', isComposing, keyCode: 13, preventDefault() {}, stopPropagation() {} };
    plugin.props.handleKeyDown!.call(plugin, { ...view, state } as never, event as never);
    return keys;
  };

  it('reach the popup, but not those of an input method', () => {
    expect(press(false)).toEqual(['Enter']);
    expect(press(true)).toEqual([]);
    expect(press(false, { composing: true })).toEqual([]);
  });
});
