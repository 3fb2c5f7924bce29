/**
/**
 * HTML of a note: all text escaped, http, https and mailto links only. Safe to insert into a page. Mentions are plain
 * text unless a screen of the workspace asks for them: a copy for others must not contain ids. Images name their id;
 * their address is given by the caller, never by the text.
 */
import { isListKind, safeHref } from '../model/note-document';
import { refOf, type Mention } from '../model/mentions';
import { isQuoted, writtenIndents, type ImageBlock, type Inline, type NoteBlock } from './note-blocks';
import { numbering } from './note-markdown';
import { escapeHtml } from '../model/html-text';

type MentionHtml = (mention: Mention) => string;
const asText: MentionHtml = ({ label }) => escapeHtml(label);
/** Marks mentions, so that a screen can show the present name and open the target. */
export const asMention: MentionHtml = (mention) =>
  `<span data-mention="${refOf(mention)}">${escapeHtml(mention.label)}</span>`;

function runHtml(run: Inline, mentionHtml: MentionHtml): string {
  if (run.type === 'break') return '<br>';
  if (run.type === 'mention') return mentionHtml(run);
  let out = escapeHtml(run.text);
  if (run.marks.code) out = `<code>${out}</code>`;
  if (run.marks.strike) out = `<s>${out}</s>`;
  if (run.marks.italic) out = `<em>${out}</em>`;
  if (run.marks.bold) out = `<strong>${out}</strong>`;
  const href = run.marks.link === undefined ? null : safeHref(run.marks.link);
  return href ? `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer nofollow">${out}</a>` : out;
}

const inlineHtml = (inline: Inline[], mentionHtml: MentionHtml): string =>
  inline.map((run) => runHtml(run, mentionHtml)).join('');

function tableHtml(rows: Inline[][][], mentionHtml: MentionHtml): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const rowHtml = (cells: Inline[][], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${inlineHtml(cell, mentionHtml)}</${tag}>`).join('')}${
      // fill a short row, so that its missing cells have borders
      cells.length < columns ? `<${tag} colspan="${columns - cells.length}"></${tag}>` : ''
    }</tr>`;
  const [head, ...body] = rows;
  if (!head) return '';
  return `<table><thead>${rowHtml(head, 'th')}</thead>${
    body.length > 0 ? `<tbody>${body.map((row) => rowHtml(row, 'td')).join('')}</tbody>` : ''
  }</table>`;
}

/** The address of an image; null: without one, a page fills it in or shows its description. */
export type ImageAddress = (imageId: string) => string | null;

function imageHtml(
  { imageId, alt, width, height }: ImageBlock,
  { addressOf = () => null, imagesOf }: HtmlOptions,
): string {
  const address = addressOf(imageId);
  const size = width && height ? ` width="${width}" height="${height}"` : '';
  const from = imagesOf ? ` data-image-of="${escapeHtml(imagesOf)}"` : '';
  return `<p><img data-image-id="${imageId}"${from}${address === null ? '' : ` src="${escapeHtml(address)}"`} alt="${escapeHtml(alt)}"${size} loading="lazy" decoding="async"></p>`;
}

export interface HtmlOptions {
  /** by default, plain text */
  mentionHtml?: MentionHtml;
  /** by default, none */
  addressOf?: ImageAddress;
  /**
   * names the text that the images belong to, for a text of the workspace that they are copied into; by default, none
   */
  imagesOf?: string;
}

/** HTML of one block, without the list item around it. */
function bodyHtml(block: NoteBlock, options: HtmlOptions): string {
  const { mentionHtml = asText } = options;
  if (block.type === 'divider') return '<hr>';
  if (block.type === 'image') return imageHtml(block, options);
  if (block.type === 'table') return tableHtml(block.rows, mentionHtml);
  if (block.type === 'code')
    return `<pre><code${block.language ? ` class="language-${escapeHtml(block.language)}"` : ''}>${escapeHtml(block.text)}</code></pre>`;
  const inner = inlineHtml(block.inline, mentionHtml);
  if (block.kind === 'heading') return `<h${block.level}>${inner}</h${block.level}>`;
  if (block.kind === 'task') return `<input type="checkbox" disabled${block.checked ? ' checked' : ''}> ${inner}`;
  return isListKind(block.kind) ? inner : `<p>${inner}</p>`;
}

type ListTag = 'ul' | 'ol' | 'ul class="tasks"';
const listOf = (block: NoteBlock): ListTag | null =>
  block.type !== 'block' || !isListKind(block.kind)
    ? null
    : block.kind === 'ordered'
      ? 'ol'
      : block.kind === 'task'
        ? 'ul class="tasks"'
        : 'ul';

/** HTML of blocks, with lists nested by indent. */
export function writeHtml(blocks: NoteBlock[], options: HtmlOptions = {}): string {
  const indents = writtenIndents(blocks);
  const numbers = numbering(blocks, indents);
  const open: ListTag[] = [];
  let quoted = false;
  let out = '';
  const closeTo = (depth: number): void => {
    while (open.length > depth) out += `</li></${open.pop()!.slice(0, 2)}>`;
  };
  blocks.forEach((block, i) => {
    const indent = indents[i]!;
    const quote = isQuoted(block);
    if (quote !== quoted) {
      closeTo(0);
      out += quote ? '<blockquote>' : '</blockquote>';
      quoted = quote;
    }
    const list = listOf(block);
    if (!list) {
      closeTo(indent);
      out += bodyHtml(block, options);
      return;
    }
    closeTo(indent + 1);
    if (open.length === indent + 1) {
      if (open[indent] === list) out += '</li><li>';
      else closeTo(indent);
    }
    if (open.length <= indent) {
      open.push(list);
      out += `<${list}${list === 'ol' && numbers[i]! > 1 ? ` start="${numbers[i]}"` : ''}><li>`;
    }
    out += bodyHtml(block, options);
  });
  closeTo(0);
  return quoted ? `${out}</blockquote>` : out;
}
