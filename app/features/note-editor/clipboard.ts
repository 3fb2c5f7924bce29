/** Copying and pasting. Lists and quotes are nested when they are copied, and flat in a note (flatten-html.ts). */
import { DOMParser as NoteParser, DOMSerializer, Fragment, Slice, type Node, type Schema } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { NOTE_MARKS, NOTE_NODES, safeHref } from '../../../sync/model/note-document';
import { textBlock, type NoteBlock } from '../../../sync/merge/note-blocks';
import { asMention, writeHtml } from '../../../sync/merge/note-html';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { textOfBlocks } from '../../../sync/merge/note-text';
import { flattenHtml } from './flatten-html';
import { blocksOfFragment, nodesOfBlocks } from './note-nodes';

/** Whether a plain text is meant as Markdown: several lines, or an unambiguous sign. */
export const looksLikeMarkdown = (text: string): boolean =>
  /^(#{1,6} |[-*+] |\d+[.)] |> |```|---$)/m.test(text) ||
  /^\|.*\n\|[ :|-]+$/m.test(text) ||
  /\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\s]+\)|`[^`\n]+`/.test(text);

/** The slice for a pasted plain text. */
export function sliceOfText(schema: Schema, text: string): Slice {
  const clean = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  if (looksLikeMarkdown(clean)) return openEnds(schema, parseMarkdown(clean));
  return openEnds(
    schema,
    clean.split(/\n/).map((line) => textBlock('paragraph', line ? [{ type: 'text', text: line, marks: {} }] : [])),
  );
}

const isPlain = (node: Node | null | undefined): boolean =>
  node?.type.name === NOTE_NODES.block &&
  node.attrs['kind'] === 'paragraph' &&
  !node.attrs['quote'] &&
  !node.attrs['indent'];

function openEnds(schema: Schema, blocks: NoteBlock[]): Slice {
  const nodes = nodesOfBlocks(schema, blocks);
  return new Slice(Fragment.from(nodes), isPlain(nodes[0]) ? 1 : 0, isPlain(nodes.at(-1)) ? 1 : 0);
}

/**
 * Pasted text keeps the form of its first and last block, where ProseMirror would merge their content into the block at
 * the cursor. Only plain paragraphs merge, and a single line pasted into a block with content.
 */
export function keepForms(slice: Slice, intoEmpty: boolean): Slice {
  const { firstChild, lastChild, childCount } = slice.content;
  if (!firstChild || firstChild.isInline || (childCount === 1 && !intoEmpty)) return slice;
  return new Slice(slice.content, isPlain(firstChild) ? slice.openStart : 0, isPlain(lastChild) ? slice.openEnd : 0);
}

/** Copies lists and quotes as nested HTML, as other programs expect, and images with the text that they belong to. */
class NoteSerializer extends DOMSerializer {
  constructor(
    { nodes, marks }: DOMSerializer,
    private readonly contentId: string,
  ) {
    super(nodes, marks);
  }

  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const first = fragment.firstChild;
    if (!first || first.isInline) return super.serializeFragment(fragment, options, target);
    const host = target ?? (options?.document ?? document).createDocumentFragment();
    const template = (options?.document ?? document).createElement('template');
    // writeHtml escapes all text and allows safe links only
    template.innerHTML = writeHtml(blocksOfFragment(fragment), { mentionHtml: asMention, imagesOf: this.contentId });
    host.append(template.content);
    return host;
  }
}

/** @param contentId the text */
export function clipboardPlugin(schema: Schema, contentId: string): Plugin {
  const base = DOMSerializer.fromSchema(schema);
  return new Plugin({
    props: {
      clipboardSerializer: new NoteSerializer(base, contentId),
      clipboardParser: NoteParser.fromSchema(schema),
      clipboardTextSerializer: (slice) => {
        if (slice.content.childCount <= 1 && slice.openStart > 0)
          return slice.content.textBetween(0, slice.content.size, '\n');
        return textOfBlocks(blocksOfFragment(slice.content));
      },
      transformPastedHTML: flattenHtml,
      transformPasted: (slice, view) => keepForms(slice, view.state.selection.$from.parent.content.size === 0),
      clipboardTextParser: (text, $context, plain) =>
        $context.parent.type.spec.code || plain
          ? new Slice(
              Fragment.from(
                plain && !$context.parent.type.spec.code
                  ? nodesOfBlocks(
                      schema,
                      text
                        .split(/\r?\n/)
                        .map((line) => textBlock('paragraph', line ? [{ type: 'text', text: line, marks: {} }] : [])),
                    )
                  : schema.text(text.replace(/\r\n?/g, '\n')),
              ),
              $context.parent.type.spec.code ? 0 : 1,
              $context.parent.type.spec.code ? 0 : 1,
            )
          : sliceOfText(schema, text),
      handlePaste: pasteLink,
    },
  });
}

/** Pasting an address over a selected text makes a link of it. */
function pasteLink(view: EditorView, event: ClipboardEvent): boolean {
  const text = event.clipboardData?.getData('text/plain').trim() ?? '';
  const { from, to, empty, $from, $to } = view.state.selection;
  const href = /^(https?:\/\/|mailto:)\S+$/i.test(text) ? safeHref(text) : null;
  if (!href || empty || !$from.sameParent($to) || $from.parent.type.spec.code) return false;
  const type = view.state.schema.marks[NOTE_MARKS.link]!;
  view.dispatch(view.state.tr.removeMark(from, to, type).addMark(from, to, type.create({ href })));
  return true;
}
