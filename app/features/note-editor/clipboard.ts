/**
 * Copying and pasting. Other programs provide nested HTML; a note is flat (sync/model/note-document), so lists and
 * quotes are flattened before ProseMirror parses them and nested again when they are copied. Pasting takes structure
 * and marks only: no style or script. Images of notes are pasted by their id; a picture of another place is never loaded:
 * its description stays, linked to its address.
 */
import { DOMParser as NoteParser, DOMSerializer, Fragment, Slice, type Node, type Schema } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import {
  MAX_INDENT,
  NOTE_MARKS,
  NOTE_NODES,
  readImage,
  readImageId,
  readIndent,
  readKind,
  readLanguage,
  readLevel,
  safeHref,
} from '../../../sync/model/note-document';
import { inlineOfMention, textBlock, type Inline, type Marks, type NoteBlock } from '../../../sync/merge/note-blocks';
import { mentionOfRef, refOf } from '../../../sync/model/mentions';
import { asMention, writeHtml } from '../../../sync/merge/note-html';
import { alignRow } from '../../../sync/merge/note-table';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { textOfBlocks } from '../../../sync/merge/note-text';
import { gridOf } from './tables';

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

const BLOCK_TAGS = new Set([
  'P',
  'DIV',
  'SECTION',
  'ARTICLE',
  'HEADER',
  'FOOTER',
  'MAIN',
  'ASIDE',
  'FIGURE',
  'FIGCAPTION',
  'CAPTION',
  'DL',
  'DT',
  'DD',
  'ADDRESS',
  'DETAILS',
  'SUMMARY',
  'FORM',
  'FIELDSET',
]);
const DROPPED = new Set([
  'SCRIPT',
  'STYLE',
  'HEAD',
  'TITLE',
  'META',
  'LINK',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'OBJECT',
  'SVG',
  'MATH',
  'BUTTON',
  'SELECT',
  'TEXTAREA',
  'CANVAS',
  'VIDEO',
  'AUDIO',
]);

/** A copy of an inline element with the attributes that make a mark only: no handlers, classes or ids. */
function bareCopy(element: Element, document: Document): HTMLElement {
  const copy = document.createElement(
    /^(A|B|STRONG|I|EM|S|DEL|STRIKE|CODE)$/.test(element.tagName) ? element.tagName : 'SPAN',
  );
  const href = element.tagName === 'A' ? safeHref(element.getAttribute('href')) : null;
  if (href) copy.setAttribute('href', href);
  const { fontWeight, fontStyle, textDecorationLine } = (element as HTMLElement).style ?? {};
  if (fontWeight) copy.style.fontWeight = fontWeight;
  if (fontStyle) copy.style.fontStyle = fontStyle;
  if (textDecorationLine === 'line-through') copy.style.textDecoration = 'line-through';
  return copy;
}

/** Most columns of a pasted table. */
const COLUMNS_MAX = 200;

interface Here {
  kind: string;
  level?: number;
  indent: number;
  checked?: boolean;
  quote: boolean;
}

/** Rewrites pasted HTML as a flat list of blocks with the `data-*` attributes that the schema reads. */
export function flattenHtml(html: string): string {
  const source = new window.DOMParser().parseFromString(html, 'text/html');
  const target = document.implementation.createHTMLDocument('').body;
  let open: HTMLElement | null = null;
  let depth = 0;
  const start = (here: Here): HTMLElement => {
    const block = target.ownerDocument.createElement('p');
    block.dataset['kind'] = here.kind;
    if (here.level) block.dataset['level'] = String(here.level);
    if (here.indent > 0) block.dataset['indent'] = String(Math.min(MAX_INDENT, here.indent));
    if (here.checked) block.dataset['checked'] = 'true';
    if (here.quote) block.dataset['quote'] = 'true';
    target.append(block);
    return (open = block);
  };
  const close = (): void => {
    open = null;
  };
  /** Appends an inline node to the open block, within copies of its inline ancestors. */
  const put = (node: globalThis.Node, marks: Element[], here: Here): void => {
    let host: globalThis.Node = open ?? start(here);
    for (const mark of marks) host = host.appendChild(bareCopy(mark, target.ownerDocument));
    host.appendChild(node);
  };
  const walk = (node: globalThis.Node, marks: Element[], here: Here): void => {
    if (depth > 200) return;
    if (node.nodeType === 3) {
      const collapsed = (node.nodeValue ?? '').replace(/[\t\n\r ]+/g, ' ');
      const text = !open?.hasChildNodes() ? collapsed.trimStart() : collapsed;
      if (text.trim() !== '' || (open && text !== '')) put(target.ownerDocument.createTextNode(text), marks, here);
      return;
    }
    if (node.nodeType !== 1) return;
    const element = node as HTMLElement;
    const tag = element.tagName.toUpperCase();
    if (DROPPED.has(tag)) return;
    depth += 1;
    walkElement(element, tag, marks, here);
    depth -= 1;
  };
  const children = (element: Element, marks: Element[], here: Here): void => {
    for (const child of [...element.childNodes]) walk(child, marks, here);
  };
  const asBlock = (element: Element, here: Here, always = false): void => {
    close();
    if (always) start(here);
    children(element, [], here);
    close();
  };
  const walkElement = (element: HTMLElement, tag: string, marks: Element[], here: Here): void => {
    const own = element.dataset['kind'];
    const heading = /^H([1-6])$/.exec(tag);
    const mention = mentionOfRef(element.dataset['mention'], element.textContent);
    if (mention) {
      const copy = target.ownerDocument.createElement('span');
      copy.dataset['mention'] = refOf(mention);
      copy.textContent = mention.label;
      put(copy, marks, here);
    } else if (own && tag !== 'LI') {
      const indent = readIndent(Number(element.dataset['indent'] ?? 0));
      asBlock(
        element,
        {
          kind: readKind(own),
          level: Number(element.dataset['level'] ?? 0),
          indent,
          checked: element.dataset['checked'] === 'true',
          quote: element.dataset['quote'] === 'true',
        },
        true,
      );
    } else if (heading)
      asBlock(element, { ...here, kind: 'heading', level: Math.min(3, Number(heading[1])), indent: 0 });
    else if (tag === 'PRE') {
      close();
      const pre = target.ownerDocument.createElement('pre');
      pre.textContent = element.textContent;
      const language =
        element.dataset['language'] ??
        /language-([\w+#.-]+)/.exec(element.querySelector('code')?.className ?? element.className)?.[1];
      if (language) pre.dataset['language'] = language;
      if (here.quote) pre.dataset['quote'] = 'true';
      target.append(pre);
    } else if (tag === 'HR') {
      close();
      target.append(target.ownerDocument.createElement('hr'));
    } else if (tag === 'BLOCKQUOTE') asBlock(element, { ...here, kind: 'paragraph', quote: true });
    else if (tag === 'UL' || tag === 'OL') {
      close();
      for (const item of [...element.childNodes]) listChild(item, tag, here);
      close();
    } else if (tag === 'BR') {
      if (open) put(target.ownerDocument.createElement('br'), marks, here);
    } else if (tag === 'IMG') {
      const alt = element.getAttribute('alt')?.trim() ?? '';
      const ofNote = readImageId(element.dataset['imageId']);
      if (ofNote) {
        close();
        const image = target.ownerDocument.createElement('img');
        image.dataset['imageId'] = ofNote;
        image.alt = alt;
        for (const side of ['width', 'height'] as const) image.setAttribute(side, element.getAttribute(side) ?? '0');
        target.append(image);
        return;
      }
      // an address in a text is no reason to load it: its server would learn who reads the note
      const address = safeHref(element.getAttribute('src'));
      const link = target.ownerDocument.createElement('a');
      if (address) link.href = address;
      const text = alt || address;
      if (text)
        put(
          target.ownerDocument.createTextNode(text),
          address && !marks.some((m) => m.tagName === 'A') ? [...marks, link] : marks,
          here,
        );
    } else if (tag === 'TABLE') {
      close();
      tableElement(element as HTMLTableElement);
    } else if (BLOCK_TAGS.has(tag)) {
      if (here.kind === 'paragraph') asBlock(element, here);
      else {
        children(element, marks, here);
      }
    } else if (tag === 'INPUT' || tag === 'LABEL' || tag === 'BODY') children(element, marks, here);
    else children(element, [...marks, element], here);
  };
  /** A table as rows of cells; a cell over several columns is followed by empty ones, and its blocks become lines. */
  const tableElement = (table: HTMLTableElement): void => {
    const rows = [...table.rows].map((row) =>
      [...row.cells].flatMap((cell) => [
        cell,
        ...Array<null>(Math.min(COLUMNS_MAX, Math.max(1, cell.colSpan)) - 1).fill(null),
      ]),
    );
    // a table of one cell is a frame around a text
    if (rows.length <= 1 && (rows[0]?.length ?? 0) <= 1) {
      children(table, [], { kind: 'paragraph', indent: 0, quote: false });
      return;
    }
    const tableHost = target.ownerDocument.createElement('div');
    tableHost.dataset['table'] = '';
    for (const row of rows) {
      const rowHost = tableHost.appendChild(target.ownerDocument.createElement('div'));
      rowHost.dataset['row'] = '';
      row.slice(0, COLUMNS_MAX).forEach((cell, i) => {
        const host = rowHost.appendChild(target.ownerDocument.createElement('div'));
        host.dataset['cell'] = String(i);
        if (!cell) return;
        const before = target.childNodes.length;
        children(cell, [], { kind: 'paragraph', indent: 0, quote: false });
        close();
        const blocks = [...target.childNodes].slice(before);
        blocks.forEach((block, b) => {
          if (b > 0) host.append(target.ownerDocument.createElement('br'));
          // a cell holds text only
          if (block instanceof HTMLImageElement) host.append(block.alt);
          else host.append(...(block as Element).childNodes);
          block.remove();
        });
      });
    }
    target.append(tableHost);
  };
  const listChild = (node: globalThis.Node, list: string, here: Here): void => {
    const element = node.nodeType === 1 ? (node as HTMLElement) : null;
    const inList = here.kind !== 'paragraph' && here.kind !== 'heading';
    const indent = inList ? here.indent + 1 : here.indent;
    if (!element || element.tagName !== 'LI') {
      if (element && /^(UL|OL)$/.test(element.tagName))
        walk(element, [], { ...here, kind: here.kind === 'paragraph' ? 'bullet' : here.kind });
      return;
    }
    const box = element.querySelector(
      ':scope > input[type=checkbox], :scope > p > input[type=checkbox], :scope > label > input[type=checkbox], :scope > span > input[type=checkbox]',
    );
    const checked = box ? box.hasAttribute('checked') : element.dataset['checked'] === 'true';
    const kind = box || element.dataset['checked'] !== undefined ? 'task' : list === 'OL' ? 'ordered' : 'bullet';
    asBlock(element, { kind, indent, checked, quote: here.quote }, true);
  };
  children(source.body, [], { kind: 'paragraph', indent: 0, quote: false });
  const slice = source.body.querySelector('[data-pm-slice]')?.getAttribute('data-pm-slice');
  // without its context: what was copied from a table's cell is not put into a table of its own
  if (slice && target.firstElementChild)
    target.firstElementChild.setAttribute('data-pm-slice', /\[\]$/.test(slice) ? slice : '0 0 []');
  return target.innerHTML;
}

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

/** Copies lists and quotes as nested HTML, as other programs expect. */
class NoteSerializer extends DOMSerializer {
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
    template.innerHTML = writeHtml(blocksOfFragment(fragment), { mentionHtml: asMention });
    host.append(template.content);
    return host;
  }
}

export function clipboardPlugin(schema: Schema): Plugin {
  const base = DOMSerializer.fromSchema(schema);
  return new Plugin({
    props: {
      clipboardSerializer: new NoteSerializer(base.nodes, base.marks),
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
