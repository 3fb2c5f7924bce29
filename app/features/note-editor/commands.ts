/**
 * Commands of the toolbar and the keyboard on a note's blocks. All are ProseMirror commands: without `dispatch` they
 * only report whether they apply.
 */
import type { MarkType, Node, Schema } from 'prosemirror-model';
import { Selection, TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import {
  MAX_INDENT,
  NOTE_MARKS,
  NOTE_NODES,
  readIndent,
  readKind,
  safeHref,
  type BlockAttributes,
} from '../../../sync/model/note-document';
import { blockAttrs, isList } from './schema';

interface LocatedBlock {
  node: Node;
  pos: number;
  index: number;
}

/** The blocks the selection touches. */
export function selectedBlocks(state: EditorState): LocatedBlock[] {
  const { $from, $to } = state.selection;
  const located: LocatedBlock[] = [];
  const from = $from.index(0);
  const to = $to.depth === 0 ? Math.max(from, $to.index(0) - 1) : $to.index(0);
  let pos = 0;
  state.doc.forEach((node, offset, index) => {
    pos = offset;
    if (index >= from && index <= to) located.push({ node, pos, index });
  });
  return located;
}

/** Whether a block can be quoted and take another form. */
const hasForm = (node: Node): boolean => node.type.name === NOTE_NODES.block || node.type.name === NOTE_NODES.code;

const textBlockOf = (state: EditorState): LocatedBlock | null => {
  const { $from } = state.selection;
  if ($from.depth < 1) return null;
  const node = $from.node(1);
  return { node, pos: $from.before(1), index: $from.index(0) };
};

/** Changes a block in place. A code block is recreated, since its node type differs. */
function setBlock(tr: Transaction, located: LocatedBlock, wanted: Partial<BlockAttributes>): void {
  const type = tr.doc.type.schema.nodes[NOTE_NODES.block]!;
  const attrs = blockAttrs(wanted, located.node.attrs);
  if (located.node.type === type) {
    tr.setNodeMarkup(tr.mapping.map(located.pos), type, attrs);
    return;
  }
  if (located.node.type.name !== NOTE_NODES.code) return;
  const at = tr.mapping.map(located.pos);
  const lines = located.node.textContent
    .split('\n')
    .map((line) => type.create(attrs, line ? type.schema.text(line) : null));
  const inside = tr.selection.from - at - 1;
  tr.replaceWith(at, at + located.node.nodeSize, lines);
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(tr.doc.content.size, at + 1 + Math.max(0, inside)))));
}

/** Gives the selected blocks this kind; if all have it already, makes them paragraphs. */
export const toggleKind =
  (kind: BlockAttributes['kind'], level: BlockAttributes['level'] = null): Command =>
  (state, dispatch) => {
    const blocks = selectedBlocks(state).filter((b) => hasForm(b.node));
    if (blocks.length === 0) return false;
    const all = blocks.every(
      ({ node }) =>
        node.type.name === NOTE_NODES.block &&
        node.attrs['kind'] === kind &&
        (level === null || node.attrs['level'] === level),
    );
    if (dispatch) {
      const tr = state.tr;
      for (const block of blocks)
        setBlock(
          tr,
          block,
          all
            ? { kind: 'paragraph' }
            : { kind, level, ...(block.node.attrs['checked'] ? { checked: true as const } : {}) },
        );
      dispatch(tr.scrollIntoView());
    }
    return true;
  };

export const toggleQuote: Command = (state, dispatch) => {
  const blocks = selectedBlocks(state).filter((b) => hasForm(b.node));
  if (blocks.length === 0) return false;
  const all = blocks.every(({ node }) => node.attrs['quote'] === true);
  if (dispatch) {
    const tr = state.tr;
    for (const { node, pos } of blocks) tr.setNodeMarkup(pos, null, { ...node.attrs, quote: all ? null : true });
    dispatch(tr.scrollIntoView());
  }
  return true;
};

/** The selected blocks as one code block, or a code block as paragraphs again. */
export const toggleCode: Command = (state, dispatch) => {
  const blocks = selectedBlocks(state);
  const code = state.schema.nodes[NOTE_NODES.code]!;
  if (blocks.length === 0 || blocks.some((b) => !hasForm(b.node))) return false;
  if (blocks.length === 1 && blocks[0]!.node.type === code) return toggleKind('paragraph')(state, dispatch);
  if (dispatch) {
    const first = blocks[0]!;
    const last = blocks.at(-1)!;
    const text = blocks.map(({ node }) => node.textBetween(0, node.content.size, '\n')).join('\n');
    const tr = state.tr.replaceWith(
      first.pos,
      last.pos + last.node.nodeSize,
      code.create({ quote: first.node.attrs['quote'] ?? null }, text ? state.schema.text(text) : null),
    );
    tr.setSelection(TextSelection.create(tr.doc, first.pos + 1 + text.length));
    dispatch(tr.scrollIntoView());
  }
  return true;
};

/** Maximum indent of a block: one below the list item above it. */
function deepest(doc: Node, index: number): number {
  const above = index > 0 ? doc.child(index - 1) : null;
  if (!above || !hasForm(above) || readKind(above.attrs['kind']) === 'heading') return 0;
  return Math.min(MAX_INDENT, readIndent(above.attrs['indent']) + (isList(above) ? 1 : 0));
}

/** Indents or outdents the selected list items, with the blocks that continue them, by one step. */
export const shiftIndent =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const blocks = selectedBlocks(state).filter(
      ({ node }) => node.type.name === NOTE_NODES.block && (isList(node) || readIndent(node.attrs['indent']) > 0),
    );
    const first = blocks[0];
    if (!first) return false;
    const at = readIndent(first.node.attrs['indent']);
    const possible = by === 1 ? at < deepest(state.doc, first.index) : at > 0;
    if (!possible) return false;
    if (dispatch) {
      const tr = state.tr;
      for (const { node, pos } of blocks)
        tr.setNodeMarkup(pos, null, {
          ...node.attrs,
          indent: Math.min(MAX_INDENT, Math.max(0, readIndent(node.attrs['indent']) + by)) || null,
        });
      dispatch(tr);
    }
    return true;
  };

/** Tab in a list never leaves the editor, even at the maximum indent, so that the focus does not move unexpectedly. */
export const tabInList =
  (by: 1 | -1): Command =>
  (state, dispatch, view) => {
    const located = textBlockOf(state);
    if (!located) return false;
    if (located.node.type.name === NOTE_NODES.code) {
      if (by === 1 && dispatch) dispatch(state.tr.insertText('  ').scrollIntoView());
      return true;
    }
    if (!isList(located.node) && readIndent(located.node.attrs['indent']) === 0) return false;
    shiftIndent(by)(state, dispatch, view);
    return true;
  };

/** Enter: the next list item; leaves the list from an empty item; a paragraph after a heading. */
export const enter: Command = (state, dispatch) => {
  const located = textBlockOf(state);
  if (!located || located.node.type.name !== NOTE_NODES.block || !(state.selection instanceof TextSelection))
    return false;
  const { node } = located;
  const indent = readIndent(node.attrs['indent']);
  const empty = node.content.size === 0;
  if (empty && (isList(node) || indent > 0 || node.attrs['quote'])) {
    if (dispatch) {
      const tr = state.tr;
      setBlock(
        tr,
        located,
        indent > 0
          ? { kind: readKind(node.attrs['kind']), indent: indent - 1 || null }
          : isList(node)
            ? { kind: 'paragraph' }
            : { quote: null },
      );
      dispatch(tr.scrollIntoView());
    }
    return true;
  }
  if (!dispatch) return true;
  const tr = state.tr.deleteSelection();
  const $at = tr.selection.$from;
  const here = $at.node(1);
  const heading = here.attrs['kind'] === 'heading';
  if (heading && $at.parentOffset === 0 && here.content.size > 0) {
    tr.insert($at.before(1), here.type.create(blockAttrs({ kind: 'paragraph' }, here.attrs)));
  } else {
    const next = blockAttrs(heading ? { kind: 'paragraph' } : { kind: readKind(here.attrs['kind']) }, here.attrs);
    tr.split($at.pos, 1, [{ type: here.type, attrs: next }]);
  }
  dispatch(tr.scrollIntoView());
  return true;
};

/** Backspace at the start of a block removes its form step by step before it joins the block above. */
export const backspace: Command = (state, dispatch) => {
  const { selection } = state;
  const located = textBlockOf(state);
  if (!located || !hasForm(located.node) || !selection.empty || selection.$from.parentOffset > 0) return false;
  const { node } = located;
  if (node.type.name === NOTE_NODES.code)
    return node.content.size === 0 ? toggleKind('paragraph')(state, dispatch) : false;
  const kind = readKind(node.attrs['kind']);
  const indent = readIndent(node.attrs['indent']);
  const wanted: Partial<BlockAttributes> | null =
    kind !== 'paragraph'
      ? { kind: 'paragraph' }
      : indent > 0
        ? { indent: indent - 1 || null }
        : node.attrs['quote']
          ? { quote: null }
          : null;
  if (!wanted) return false;
  if (dispatch) {
    const tr = state.tr;
    setBlock(tr, located, wanted);
    dispatch(tr.scrollIntoView());
  }
  return true;
};

export const hardBreak: Command = (state, dispatch) => {
  const located = textBlockOf(state);
  if (!located) return false;
  const piece =
    located.node.type.name === NOTE_NODES.code
      ? state.schema.text('\n')
      : state.schema.nodes[NOTE_NODES.hardBreak]!.create();
  dispatch?.(state.tr.replaceSelectionWith(piece).scrollIntoView());
  return true;
};

export const toggleTask: Command = (state, dispatch) => {
  const tasks = selectedBlocks(state).filter(({ node }) => node.attrs['kind'] === 'task');
  if (tasks.length === 0) return false;
  const all = tasks.every(({ node }) => node.attrs['checked']);
  if (dispatch) {
    const tr = state.tr;
    for (const { pos } of tasks) tr.setNodeAttribute(pos, 'checked', all ? null : true);
    dispatch(tr);
  }
  return true;
};

/** Inserts a paragraph after a code block and moves the cursor into it. */
export const leaveCode: Command = (state, dispatch) => {
  const located = textBlockOf(state);
  if (!located || located.node.type.name !== NOTE_NODES.code) return false;
  if (dispatch) {
    const after = located.pos + located.node.nodeSize;
    const tr = state.tr.insert(after, state.schema.nodes[NOTE_NODES.block]!.create());
    dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  }
  return true;
};

/**
 * Inserts a block after the one with the cursor, or in place of an empty one, and a paragraph after it.
 * @param cursor where the cursor goes, counted from the start of the new block
 */
export const insertBlock =
  (make: (schema: Schema) => Node, cursor: (made: Node) => number): Command =>
  (state, dispatch) => {
    const located = textBlockOf(state);
    if (!located) return false;
    if (dispatch) {
      const block = state.schema.nodes[NOTE_NODES.block]!;
      const made = make(state.schema);
      const empty = located.node.content.size === 0 && located.node.type === block;
      const at = empty ? located.pos : located.pos + located.node.nodeSize;
      const tr = state.tr.replaceWith(at, empty ? located.pos + located.node.nodeSize : at, [made, block.create()]);
      dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at + cursor(made)))).scrollIntoView());
    }
    return true;
  };

export const insertDivider: Command = insertBlock(
  (schema) => schema.nodes[NOTE_NODES.divider]!.create(),
  (divider) => divider.nodeSize + 1,
);

/** The link at the cursor: address and range. */
export function linkAt(state: EditorState): { href: string; from: number; to: number } | null {
  const type = state.schema.marks[NOTE_MARKS.link]!;
  const { $from, empty, from, to } = state.selection;
  const parent = $from.parent;
  let located: { href: string; from: number; to: number } | null = null;
  parent.forEach((child, offset) => {
    const mark = type.isInSet(child.marks);
    const start = $from.start() + offset;
    const end = start + child.nodeSize;
    if (!mark) return;
    if (located && located.to === start && located.href === mark.attrs['href']) located.to = end;
    else if (!located || located.to < from) located = { href: String(mark.attrs['href']), from: start, to: end };
  });
  const link = located as { href: string; from: number; to: number } | null;
  return link && link.from <= from && link.to >= (empty ? from : to) ? link : null;
}

/**
 * Links the range, or inserts `text` as a link; an empty address removes links. Returns false for an invalid address.
 */
export const setLink =
  (range: { from: number; to: number }, address: string, text: string): Command =>
  (state, dispatch) => {
    const type = state.schema.marks[NOTE_MARKS.link]! as MarkType;
    const wanted = address.trim();
    const href = wanted === '' ? null : readAddress(wanted);
    if (wanted !== '' && !href) return false;
    if (!dispatch) return true;
    const tr = state.tr;
    if (href && (range.from === range.to || (text !== '' && text !== state.doc.textBetween(range.from, range.to)))) {
      tr.replaceWith(range.from, range.to, state.schema.text(text || wanted, [type.create({ href })]));
    } else {
      tr.removeMark(range.from, range.to, type);
      if (href) tr.addMark(range.from, range.to, type.create({ href }));
    }
    tr.removeStoredMark(type);
    dispatch(tr.scrollIntoView());
    return true;
  };

/**
 * Normalises a typed address: `example.com` becomes https, `a@b.example` mailto. Null for an address that must not be
 * linked.
 */
export function readAddress(text: string): string | null {
  const address = text.trim();
  if (/\s/.test(address)) return null;
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^[\w.-]+:\d+(\/|$)/.test(address)) return safeHref(address);
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return safeHref(`mailto:${address}`);
  return /^[^\s/]+\.[^\s/]{2,}/.test(address) || /^localhost(:\d+)?(\/|$)/.test(address)
    ? safeHref(`https://${address}`)
    : null;
}
