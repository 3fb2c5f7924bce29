/**
 * Pasted HTML as a flat list of blocks: other programs provide nested HTML, a note is flat (sync/model/note-document).
 * Takes structure and marks only: no style or script. Images of notes are taken by their id; a picture of another site is
 * never loaded: its description stays, linked to its address.
 */
import { MAX_INDENT, readImageId, readIndent, readKind, safeHref } from '../../../sync/model/note-document';
import { mentionOfRef, refOf } from '../../../sync/model/mentions';

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

/** A copy of an inline element with the attributes that make a mark, and no others: no handlers, classes or ids. */
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

/** The checkbox of a list item, which other programs put into the item or into one of these elements. */
const ITEM_CHECKBOX = ['', 'p > ', 'label > ', 'span > ']
  .map((parent) => `:scope > ${parent}input[type=checkbox]`)
  .join(', ');

/** Maximum columns of a pasted table. Content of further columns is appended to the last one. */
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
      // not loaded: the request would tell its server who reads the note
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
      let host: HTMLElement | null = null;
      row.forEach((cell, i) => {
        if (!host || i < COLUMNS_MAX) {
          host = rowHost.appendChild(target.ownerDocument.createElement('div'));
          host.dataset['cell'] = String(i);
        }
        if (!cell) return;
        const into = host;
        const isFurther = i >= COLUMNS_MAX;
        const before = target.childNodes.length;
        children(cell, [], { kind: 'paragraph', indent: 0, quote: false });
        close();
        const blocks = [...target.childNodes].slice(before);
        blocks.forEach((block, b) => {
          if (b > 0 || isFurther) into.append(target.ownerDocument.createElement('br'));
          // a cell holds text only
          if (block instanceof HTMLImageElement) into.append(block.alt);
          else into.append(...(block as Element).childNodes);
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
    const box = element.querySelector(ITEM_CHECKBOX);
    const checked = box ? box.hasAttribute('checked') : element.dataset['checked'] === 'true';
    const kind = box || element.dataset['checked'] !== undefined ? 'task' : list === 'OL' ? 'ordered' : 'bullet';
    asBlock(element, { kind, indent, checked, quote: here.quote }, true);
  };
  children(source.body, [], { kind: 'paragraph', indent: 0, quote: false });
  const slice = source.body.querySelector('[data-pm-slice]')?.getAttribute('data-pm-slice');
  // without its context: content copied from a cell must not become a table of its own
  if (slice && target.firstElementChild)
    target.firstElementChild.setAttribute('data-pm-slice', /\[\]$/.test(slice) ? slice : '0 0 []');
  return target.innerHTML;
}
