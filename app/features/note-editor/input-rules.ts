/**
 * Input rules: `# `, `- `, `1. `, `[ ] `, `> `, ```` ``` ````, `---`, and marks around words. Full-width signs of
 * Chinese and Japanese keyboards work too. The plugin runs no rule while an input method composes, and runs them at its
 * end.
 */
import { InputRule, inputRules } from 'prosemirror-inputrules';
import type { MarkType, Node, Schema } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState, type Plugin, type Transaction } from 'prosemirror-state';
import {
  NOTE_MARKS,
  NOTE_NODES,
  readKind,
  safeHref,
  type BlockAttributes,
  type HeadingLevel,
} from '../../../sync/model/note-document';
import { blockAttrs } from './schema';

/** At the start of a block: removes the typed sign and changes the block's attributes. */
function blockRule(
  pattern: RegExp,
  wanted: (match: RegExpMatchArray, kind: string) => Partial<BlockAttributes> | null,
): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    const node = $start.node(1);
    if ($start.depth !== 1 || node.type.name !== NOTE_NODES.block) return null;
    const attrs = wanted(match, readKind(node.attrs['kind']));
    return attrs
      ? state.tr.delete(start, end).setNodeMarkup($start.before(1), null, blockAttrs(attrs, node.attrs))
      : null;
  });
}

/** Replaces signs around a text by a mark. */
function markRule(pattern: RegExp, type: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end): Transaction | null => {
    const whole = match[1]!;
    const inner = match[2]!;
    const from = start + match[0].length - whole.length;
    const signs = (whole.length - inner.length) / 2;
    if (state.doc.rangeHasMark(from, end, state.schema.marks[NOTE_MARKS.code]!)) return null;
    const tr = state.tr;
    // the last sign is being typed and not in the document yet
    if (from + signs + inner.length < end) tr.delete(from + signs + inner.length, end);
    tr.delete(from, from + signs).addMark(from, from + inner.length, type.create());
    return tr.removeStoredMark(type);
  });
}

/** The block whose only content is the range from `start` to `end`. */
function wholeBlock(state: EditorState, start: number, end: number): { node: Node; at: number } | null {
  const $start = state.doc.resolve(start);
  if (
    $start.depth !== 1 ||
    $start.parentOffset !== 0 ||
    end !== $start.end(1) ||
    $start.parent.type.name !== NOTE_NODES.block
  )
    return null;
  return { node: $start.parent, at: $start.before(1) };
}

const FENCE = /^```([\w+#.-]{0,30}) $/;
const FENCE_ALONE = /^```([\w+#.-]{0,30})$/;
const toCode = (state: EditorState, match: RegExpMatchArray, start: number, end: number): Transaction | null => {
  const found = wholeBlock(state, start, end);
  if (!found) return null;
  const { node, at } = found;
  const code = state.schema.nodes[NOTE_NODES.code]!.create({
    language: match[1] || null,
    quote: node.attrs['quote'],
    indent: node.attrs['indent'],
  });
  const tr = state.tr.replaceWith(at, at + node.nodeSize, code);
  return tr.setSelection(TextSelection.create(tr.doc, at + 1));
};

/** Enter behind the sign of code, as in Markdown. */
export const codeOnEnter: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  // a mention or break in the block is no part of a sign
  const match = empty && $from.parent.childCount === 1 ? FENCE_ALONE.exec($from.parent.textContent) : null;
  const tr = match && $from.parentOffset === match[0].length && toCode(state, match, $from.start(), $from.end());
  if (!tr) return false;
  dispatch?.(tr.scrollIntoView());
  return true;
};

const toDivider = (state: EditorState, _match: RegExpMatchArray, start: number, end: number): Transaction | null => {
  const found = wholeBlock(state, start, end);
  if (!found || found.node.attrs['kind'] !== 'paragraph') return null;
  const { node, at } = found;
  const tr = state.tr.replaceWith(at, at + node.nodeSize, [
    state.schema.nodes[NOTE_NODES.divider]!.create(),
    node.type.create({ quote: node.attrs['quote'] }),
  ]);
  return tr.setSelection(TextSelection.create(tr.doc, at + 2));
};

export function noteInputRules(schema: Schema): Plugin {
  const mark = (name: keyof typeof NOTE_MARKS): MarkType => schema.marks[NOTE_MARKS[name]]!;
  const plainOnly = (attrs: Partial<BlockAttributes>) => (_m: RegExpMatchArray, kind: string) =>
    kind === 'paragraph' ? attrs : null;
  return inputRules({
    rules: [
      blockRule(/^([#＃]{1,3})[ \u3000]$/u, (m) => ({ kind: 'heading', level: m[1]!.length as HeadingLevel })),
      blockRule(/^[-*+－＊・][ \u3000]$/u, plainOnly({ kind: 'bullet' })),
      blockRule(/^[1１][.)．）][ \u3000]$/u, plainOnly({ kind: 'ordered' })),
      blockRule(/^[[［【](?:[ \u3000xX])?[\]］】][ \u3000]$/u, (m, kind) =>
        kind === 'heading' ? null : { kind: 'task', checked: /x/i.test(m[0]) ? true : null },
      ),
      blockRule(/^[>＞][ \u3000]$/u, () => ({ quote: true })),
      new InputRule(FENCE, toCode),
      new InputRule(/^---$/, toDivider),
      markRule(/(?:^|[^*])(\*\*([^\s*](?:[^*]*[^\s*])?)\*\*)$/, mark('bold')),
      markRule(/(?:^|[^*])(\*([^\s*](?:[^*]*[^\s*])?)\*)$/, mark('italic')),
      markRule(/(?:^|[^\p{L}\p{N}_])(_([^\s_](?:[^_]*[^\s_])?)_)$/u, mark('italic')),
      markRule(/(?:^|[^~])(~~([^\s~](?:[^~]*[^\s~])?)~~)$/, mark('strike')),
      markRule(/(?:^|[^`])(`([^`]+)`)$/, mark('code')),
      new InputRule(/(?:^|\s)(https?:\/\/[^\s<>"'\u3000-\u303f\uff00-\uffef]+)\s$/i, (state, match, start, end) => {
        const href = safeHref(match[1]);
        const from = start + match[0].length - match[1]!.length - 1;
        if (!href || state.doc.rangeHasMark(from, end, mark('link')) || state.doc.rangeHasMark(from, end, mark('code')))
          return null;
        return state.tr
          .addMark(from, end, mark('link').create({ href }))
          .insertText(match[0].at(-1)!, end)
          .removeStoredMark(mark('link'));
      }),
    ],
  });
}
