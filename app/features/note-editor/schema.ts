/**
 * The ProseMirror schema of a note (sync/model/note-document): a flat list of blocks.
 *
 * It accepts every result of a merge. This is required: the binding to Yjs DELETES an element that does not fit the
 * schema, so a strict schema would lose text.
 */
import { Schema, type Attrs, type DOMOutputSpec, type Node } from 'prosemirror-model';
import {
  isListKind,
  NOTE_MARKS,
  NOTE_NODES,
  readImage,
  readIndent,
  readKind,
  readLanguage,
  readLevel,
  safeHref,
  type BlockAttributes,
} from '../../../sync/model/note-document';
import { mentionOfRef, readLabel, readMention, refOf, type Mention } from '../../../sync/model/mentions';

/** The inline content of a block or cell. */
const INLINE = `(${NOTE_NODES.text} | ${NOTE_NODES.hardBreak} | ${NOTE_NODES.mention})*`;

const orNull = <T>(value: T, none: T): T | null => (value === none ? null : value);

/** Attributes of a block from its DOM. */
function readBlock(dom: HTMLElement): Attrs {
  const kind = readKind(dom.getAttribute('data-kind'));
  return {
    kind,
    level: kind === 'heading' ? readLevel(Number(dom.getAttribute('data-level'))) : null,
    indent: orNull(readIndent(Number(dom.getAttribute('data-indent') ?? 0)), 0),
    checked: kind === 'task' && dom.getAttribute('data-checked') === 'true' ? true : null,
    quote: dom.getAttribute('data-quote') === 'true' ? true : null,
  };
}

const nesting = (node: Node): Record<string, string> => ({
  ...(node.attrs['indent'] ? { 'data-indent': String(readIndent(node.attrs['indent'])) } : {}),
  ...(node.attrs['quote'] ? { 'data-quote': 'true' } : {}),
});

function blockDom(node: Node, taskLabel: string): DOMOutputSpec {
  const kind = readKind(node.attrs['kind']);
  const attrs: Record<string, string> = { 'data-kind': kind, ...nesting(node) };
  if (kind === 'heading') {
    const level = readLevel(node.attrs['level']);
    // the note's title is the page's h1
    return [`h${level + 1}`, { ...attrs, 'data-level': String(level) }, 0];
  }
  if (kind === 'bullet') return ['ul', attrs, ['li', 0]];
  if (kind === 'ordered') return ['ol', attrs, ['li', 0]];
  if (kind === 'task') {
    const box = { type: 'checkbox', 'aria-label': taskLabel, ...(node.attrs['checked'] ? { checked: '' } : {}) };
    return [
      'ul',
      { ...attrs, 'data-checked': String(Boolean(node.attrs['checked'])) },
      ['li', ['span', { contenteditable: 'false', class: 'note-box' }, ['input', box]], ['div', 0]],
    ];
  }
  return ['p', attrs, 0];
}

/** Attributes of the node of a mention; false: no mention. */
const mentionAttrs = (mention: Mention | null): Attrs | false => (mention ? { ...mention } : false);

/** @param taskLabel accessible name of a task's checkbox ("Done"), since the text beside it is not its label */
export function createNoteSchema(taskLabel = 'Done'): Schema {
  return new Schema({
    nodes: {
      [NOTE_NODES.doc]: {
        content: `(${NOTE_NODES.block} | ${NOTE_NODES.code} | ${NOTE_NODES.divider} | ${NOTE_NODES.table} | ${NOTE_NODES.image})+`,
      },
      [NOTE_NODES.block]: {
        content: INLINE,
        attrs: {
          kind: { default: 'paragraph' },
          level: { default: null },
          indent: { default: null },
          checked: { default: null },
          quote: { default: null },
        },
        parseDOM: [
          { tag: '[data-kind]', getAttrs: (dom) => readBlock(dom) },
          { tag: 'p' },
          { tag: 'h1', attrs: { kind: 'heading', level: 1 } },
          { tag: 'h2', attrs: { kind: 'heading', level: 2 } },
          { tag: 'h3, h4, h5, h6', attrs: { kind: 'heading', level: 3 } },
          { tag: 'li', attrs: { kind: 'bullet' } },
        ],
        toDOM: (node) => blockDom(node, taskLabel),
      },
      [NOTE_NODES.code]: {
        content: `${NOTE_NODES.text}*`,
        marks: '',
        code: true,
        defining: true,
        attrs: { language: { default: null }, indent: { default: null }, quote: { default: null } },
        parseDOM: [
          {
            tag: 'pre',
            preserveWhitespace: 'full',
            getAttrs: (dom) => ({
              language: orNull(readLanguage(dom.getAttribute('data-language')), ''),
              indent: orNull(readIndent(Number(dom.getAttribute('data-indent') ?? 0)), 0),
              quote: dom.getAttribute('data-quote') === 'true' ? true : null,
            }),
          },
        ],
        toDOM: (node) => [
          'pre',
          {
            ...nesting(node),
            ...(node.attrs['language'] ? { 'data-language': readLanguage(node.attrs['language']) } : {}),
            spellcheck: 'false',
          },
          ['code', 0],
        ],
      },
      [NOTE_NODES.divider]: { parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
      // Its bytes are stored apart; images.ts shows it.
      [NOTE_NODES.image]: {
        attrs: { imageId: { default: '' }, alt: { default: '' }, width: { default: 0 }, height: { default: 0 } },
        draggable: true,
        parseDOM: [
          {
            tag: 'img[data-image-id]',
            getAttrs: (dom) =>
              readImage((name) => {
                if (name === 'imageId') return dom.getAttribute('data-image-id');
                return name === 'alt' ? dom.getAttribute('alt') : Number(dom.getAttribute(name));
              }),
          },
        ],
        toDOM: (node) => ['img', { 'data-image-id': String(node.attrs['imageId']), alt: String(node.attrs['alt']) }],
      },
      // Rows may differ in length, and a table or row may be empty: concurrent edits of a table merge to that.
      [NOTE_NODES.table]: {
        content: `${NOTE_NODES.row}*`,
        isolating: true,
        parseDOM: [{ tag: '[data-table]' }],
        toDOM: () => ['div', { class: 'note-table', role: 'table' }, 0],
      },
      [NOTE_NODES.row]: {
        content: `${NOTE_NODES.cell}*`,
        parseDOM: [{ tag: '[data-row]' }],
        toDOM: () => ['div', { class: 'note-row', role: 'row' }, 0],
      },
      [NOTE_NODES.cell]: {
        content: INLINE,
        isolating: true,
        attrs: { column: { default: null } },
        parseDOM: [{ tag: '[data-cell]', getAttrs: (dom) => ({ column: dom.getAttribute('data-cell') || null }) }],
        toDOM: () => ['div', { class: 'note-cell', role: 'cell' }, 0],
      },
      [NOTE_NODES.hardBreak]: {
        inline: true,
        selectable: false,
        leafText: () => '\n',
        parseDOM: [{ tag: 'br' }],
        toDOM: () => ['br'],
      },
      [NOTE_NODES.mention]: {
        inline: true,
        atom: true,
        attrs: { kind: { default: '' }, id: { default: '' }, label: { default: '' } },
        leafText: (node) => readLabel(node.attrs['label']),
        parseDOM: [
          {
            tag: '[data-mention]',
            getAttrs: (dom) => mentionAttrs(mentionOfRef(dom.getAttribute('data-mention'), dom.textContent)),
          },
        ],
        // an unknown kind, from elsewhere, is shown as text
        toDOM: ({ attrs }) => {
          const mention = readMention(attrs);
          return mention
            ? ['span', { 'data-mention': refOf(mention), class: 'note-mention' }, mention.label]
            : ['span', readLabel(attrs['label'])];
        },
      },
      [NOTE_NODES.text]: { group: 'inline' },
    },
    marks: {
      [NOTE_MARKS.link]: {
        attrs: { href: { default: '' } },
        inclusive: false,
        parseDOM: [
          {
            tag: 'a[href]',
            getAttrs: (dom) => {
              const href = safeHref(dom.getAttribute('href'));
              return href ? { href } : false;
            },
          },
        ],
        // an address from elsewhere (a merge, an older text) may be unsafe: shown as text
        toDOM: (mark) => {
          const href = safeHref(mark.attrs['href']);
          return href ? ['a', { href, target: '_blank', rel: 'noopener noreferrer nofollow' }, 0] : ['span', 0];
        },
      },
      [NOTE_MARKS.bold]: {
        parseDOM: [
          { tag: 'strong' },
          // some editors wrap all copied text in a <b> of normal weight
          { tag: 'b', getAttrs: (dom) => dom.style.fontWeight !== 'normal' && null },
          { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[6-9]\d\d)$/.test(value) && null },
        ],
        toDOM: () => ['strong', 0],
      },
      [NOTE_MARKS.italic]: {
        parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
        toDOM: () => ['em', 0],
      },
      [NOTE_MARKS.strike]: {
        parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
        toDOM: () => ['s', 0],
      },
      [NOTE_MARKS.code]: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', { spellcheck: 'false' }, 0] },
    },
  });
}

/** Attributes for a block of this kind in place of `attrs`: indent and quote are kept. */
export const blockAttrs = (wanted: Partial<BlockAttributes>, attrs: Attrs = {}): BlockAttributes => {
  const kind = wanted.kind ?? readKind(attrs['kind']);
  const indent = wanted.indent !== undefined ? wanted.indent : orNull(readIndent(attrs['indent']), 0);
  return {
    kind,
    level: kind === 'heading' ? (wanted.level ?? 1) : null,
    indent: kind === 'heading' ? null : indent,
    checked: kind === 'task' ? (wanted.checked ?? null) : null,
    quote: wanted.quote !== undefined ? wanted.quote : attrs['quote'] === true ? true : null,
  };
};

export const isList = (node: Node): boolean =>
  node.type.name === NOTE_NODES.block && isListKind(readKind(node.attrs['kind']));
