/** Blocks of a note (sync/merge/note-blocks.ts) as nodes of the editor, and the other way. */
import type { Fragment, Node, Schema } from 'prosemirror-model';
import {
  NOTE_MARKS,
  NOTE_NODES,
  readImage,
  readIndent,
  readKind,
  readLanguage,
  readLevel,
} from '../../../sync/model/note-document';
import { inlineOfMention, textBlock, type Inline, type Marks, type NoteBlock } from '../../../sync/merge/note-blocks';
import { alignRow } from '../../../sync/merge/note-table';
import { gridOf } from './table-grid';

/** Blocks of a document or slice. */
export function blocksOfFragment(fragment: Fragment): NoteBlock[] {
  const blocks: NoteBlock[] = [];
  fragment.forEach((node) => {
    const indent = readIndent(node.attrs['indent']);
    const quote = node.attrs['quote'] === true;
    if (node.type.name === NOTE_NODES.divider) blocks.push({ type: 'divider' });
    else if (node.type.name === NOTE_NODES.image)
      blocks.push({ type: 'image', ...readImage((name) => node.attrs[name]) });
    else if (node.type.name === NOTE_NODES.table)
      blocks.push({
        type: 'table',
        rows: node.children.map((row, r) =>
          alignRow(row.children.map(inlineOfNode), gridOf(node).places[r]!, (): Inline[] => []),
        ),
      });
    else if (node.type.name === NOTE_NODES.row) blocks.push({ type: 'table', rows: [node.children.map(inlineOfNode)] });
    else if (node.type.name === NOTE_NODES.cell) blocks.push(textBlock('paragraph', inlineOfNode(node)));
    else if (node.type.name === NOTE_NODES.code)
      blocks.push({
        type: 'code',
        language: readLanguage(node.attrs['language']),
        indent,
        quote,
        text: node.textContent,
      });
    else if (node.type.name === NOTE_NODES.block) {
      blocks.push(
        textBlock(readKind(node.attrs['kind']), inlineOfNode(node), {
          level: readLevel(node.attrs['level']),
          indent,
          quote,
          checked: node.attrs['checked'] === true,
        }),
      );
    }
  });
  return blocks;
}

function inlineOfNode(node: Node): Inline[] {
  const out: Inline[] = [];
  node.forEach((child) => {
    if (child.type.name === NOTE_NODES.hardBreak) {
      out.push({ type: 'break' });
      return;
    }
    if (child.type.name === NOTE_NODES.mention) {
      out.push(inlineOfMention(child.attrs));
      return;
    }
    const marks: Marks = {};
    for (const mark of child.marks) {
      if (mark.type.name === NOTE_MARKS.link) marks.link = String(mark.attrs['href']);
      else marks[mark.type.name as Exclude<keyof Marks, 'link'>] = true;
    }
    out.push({ type: 'text', text: child.text ?? '', marks });
  });
  return out;
}

const nodesOfInline = (schema: Schema, inline: Inline[]): Node[] =>
  inline.map((run) => {
    if (run.type === 'break') return schema.node(NOTE_NODES.hardBreak);
    if (run.type === 'mention')
      return schema.node(NOTE_NODES.mention, { kind: run.kind, id: run.id, label: run.label });
    const { link, ...marks } = run.marks;
    const names = Object.keys(marks) as (keyof typeof marks)[];
    return schema.text(run.text, [
      ...(link === undefined ? [] : [schema.mark(NOTE_MARKS.link, { href: link })]),
      ...names.map((name) => schema.mark(NOTE_MARKS[name])),
    ]);
  });

/** Nodes for blocks parsed from Markdown. */
export function nodesOfBlocks(schema: Schema, blocks: NoteBlock[]): Node[] {
  return blocks.map((block) => {
    if (block.type === 'divider') return schema.node(NOTE_NODES.divider);
    if (block.type === 'image') {
      const { type: _type, ...attrs } = block;
      return schema.node(NOTE_NODES.image, attrs);
    }
    if (block.type === 'table')
      return schema.node(
        NOTE_NODES.table,
        null,
        block.rows.map((cells) =>
          schema.node(
            NOTE_NODES.row,
            null,
            cells.map((inline, i) =>
              schema.node(NOTE_NODES.cell, { column: String(i) }, nodesOfInline(schema, inline)),
            ),
          ),
        ),
      );
    const context = { indent: block.indent || null, quote: block.quote || null };
    if (block.type === 'code')
      return schema.node(
        NOTE_NODES.code,
        { ...context, language: block.language || null },
        block.text ? schema.text(block.text) : [],
      );
    const attrs = {
      ...context,
      kind: block.kind,
      level: block.kind === 'heading' ? block.level : null,
      checked: block.kind === 'task' && block.checked ? true : null,
    };
    return schema.node(NOTE_NODES.block, attrs, nodesOfInline(schema, block.inline));
  });
}
