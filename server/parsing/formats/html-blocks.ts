/** Parts of a text from a tree of HTML: a part for each block, so that no two paragraphs run together. */
import type { TextPlace } from '../../../sync/model/parsed-text';
import type { TextCollector } from '../text/collector';

/** Elements without text for readers. */
const SKIPPED = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'SVG',
  'MATH',
  'HEAD',
  'IFRAME',
  'OBJECT',
  'SELECT',
  'TEXTAREA',
]);
const INLINE = new Set([
  'A', 'ABBR', 'B', 'BDI', 'BDO', 'BIG', 'CITE', 'CODE', 'DATA', 'DEL', 'DFN', 'EM', 'FONT', 'I', 'INS', 'KBD', 'LABEL',
  'MARK', 'Q', 'S', 'SAMP', 'SMALL', 'SPAN', 'STRIKE', 'STRONG', 'SUB', 'SUP', 'TIME', 'TT', 'U', 'VAR', 'WBR', 'RUBY',
  'RB', 'IMG', 'BUTTON', 'METER', 'PROGRESS', 'OUTPUT',
]); // prettier-ignore
/** Readings above characters would stand between them. */
const RUBY_READINGS = new Set(['RT', 'RP']);

export function addHtml(root: Node, text: TextCollector, place: TextPlace = {}): void {
  new BlockReader(text, place).read(root);
}

class BlockReader {
  private line = '';
  private listDepth = 0;
  /** kind of the block that the collected line belongs to */
  private block: { kind: 'text' | 'listItem'; level: number } = { kind: 'text', level: 0 };

  constructor(
    private readonly text: TextCollector,
    private readonly place: TextPlace,
  ) {}

  read(root: Node): void {
    this.children(root);
    this.flush();
  }

  private children(node: Node): void {
    for (let child = node.firstChild; child && !this.text.isFull; child = child.nextSibling) {
      if (child.nodeType === 3) this.line += (child.nodeValue ?? '').replace(/\s+/g, ' ');
      else if (child.nodeType === 1) this.element(child as Element);
    }
  }

  private element(element: Element): void {
    const name = element.nodeName.toUpperCase();
    if (SKIPPED.has(name) || RUBY_READINGS.has(name) || element.hasAttribute('hidden')) return;
    if (name === 'BR') this.line += '\n';
    else if (INLINE.has(name)) this.children(element);
    else this.blockElement(element, name);
  }

  private blockElement(element: Element, name: string): void {
    this.flush();
    if (/^H[1-6]$/.test(name)) this.text.heading(inlineText(element), Number(name[1]), this.place);
    else if (name === 'PRE') this.text.add('code', element.textContent ?? '', this.place);
    else if (name === 'TR') this.row(element);
    else if (name === 'UL' || name === 'OL' || name === 'MENU') {
      this.listDepth += 1;
      this.children(element);
      this.listDepth -= 1;
    } else if (name === 'LI') {
      const before = this.block;
      this.block = { kind: 'listItem', level: Math.min(9, Math.max(1, this.listDepth)) };
      this.children(element);
      this.flush();
      this.block = before;
    } else this.children(element);
    this.flush();
  }

  /** A row whose cells hold blocks of their own is layout, and read as blocks. */
  private row(row: Element): void {
    const cells = [...row.children];
    if (cells.some((cell) => cell.querySelector('table, h1, h2, h3, ul, ol, pre'))) this.children(row);
    else {
      const line = cells.map(inlineText).join('\t');
      if (line.trim()) this.text.add('tableRow', line, this.place);
    }
  }

  private flush(): void {
    const { line } = this;
    this.line = '';
    if (!line.trim()) return;
    const lines = line.replace(/ *\n */g, '\n').replace(/ {2,}/g, ' ');
    this.text.add(this.block.kind, lines, this.place, this.block.level);
  }
}

/** The text of an element in one line. */
export const inlineText = (element: Element): string => {
  let line = '';
  const open: Node[] = [element];
  for (let node = open.pop(); node; node = open.pop()) {
    const name = node.nodeName.toUpperCase();
    if (node.nodeType === 3) line += node.nodeValue ?? '';
    else if (!SKIPPED.has(name) && !RUBY_READINGS.has(name)) {
      if (node !== element && !INLINE.has(name)) line += ' ';
      for (let child = node.lastChild; child; child = child.previousSibling) open.push(child);
    }
  }
  return line.replace(/\s+/g, ' ').trim();
};
