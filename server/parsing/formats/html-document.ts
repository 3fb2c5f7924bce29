/** HTML as a document tree, whose nesting is bounded: the time of what reads it grows with the square of the depth. */
import { parseHTML } from 'linkedom';
import { cannotParse } from '../failure';
import { shallow } from './html-nesting';

/** elements within each other; what is deeper moves up */
const DEPTH = 120;
/** a page with more elements is no page that somebody reads */
const ELEMENTS = 300_000;

export type HtmlDocument = Document;

/** @throws FILE_TOO_COMPLEX */
export function htmlDocument(source: string): HtmlDocument {
  const { document } = parseHTML(completed(shallow(source))) as unknown as { document: HtmlDocument };
  complete(document);
  flatten(document);
  return document;
}

/** The parser adds no elements whose tags are left out. */
const completed = (source: string): string => (/<html[\s>]/i.test(source) ? source : `<html>${source}</html>`);

/** Elements before which a document has no body yet (HTML standard, 13.2.6.4.4). */
const OF_HEAD = new Set(['BASE', 'LINK', 'META', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);
const isOfHead = ({ nodeType, nodeName, nodeValue }: Node): boolean =>
  nodeType === 1 ? OF_HEAD.has(nodeName) : nodeType !== 3 || (nodeValue ?? '').trim() === '';

/**
 * Gives a document a head and a body, whose tags HTML does not require. The parser leaves their children beside them,
 * and answers an empty body.
 */
function complete(document: HtmlDocument): void {
  const root = document.documentElement;
  const nodes = [...root.childNodes];
  const [first, second, ...more] = nodes.filter(({ nodeType }) => nodeType === 1);
  if (root.nodeName !== 'HTML' || (first?.nodeName === 'HEAD' && second?.nodeName === 'BODY' && more.length === 0))
    return;
  const head = nodes.find(({ nodeName }) => nodeName === 'HEAD') ?? document.createElement('head');
  const body = nodes.find(({ nodeName }) => nodeName === 'BODY') ?? document.createElement('body');
  const content: Node[] = [];
  let isBeforeBody = true;
  for (const node of nodes) {
    if (node === head) continue;
    if (node.nodeName === 'BODY') for (const child of [...node.childNodes]) content.push(child);
    else if (isBeforeBody && isOfHead(node)) head.appendChild(node);
    else content.push(node);
    isBeforeBody &&= isOfHead(node);
  }
  root.replaceChildren(head, body);
  for (const node of content) body.appendChild(node);
}

function flatten(document: HtmlDocument): void {
  const open: { node: Node; depth: number }[] = [{ node: document.documentElement, depth: 1 }];
  let elements = 0;
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, depth } = at;
    elements += 1;
    if (elements > ELEMENTS) throw cannotParse('FILE_TOO_COMPLEX');
    if (depth >= DEPTH) liftChildren(node);
    for (let child = node.lastChild; child; child = child.previousSibling)
      if (child.nodeType === 1) open.push({ node: child, depth: depth + 1 });
  }
}

/** Replaces the descendants of an element by their texts, in order. */
function liftChildren(element: Node): void {
  const texts: string[] = [];
  const open: Node[] = [];
  const pushChildren = (of: Node): void => {
    for (let child = of.lastChild; child; child = child.previousSibling) open.push(child);
  };
  pushChildren(element);
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeType === 3) texts.push(node.nodeValue ?? '');
    else if (!/^(script|style|template|noscript)$/i.test(node.nodeName)) pushChildren(node);
  }
  (element as Element).textContent = texts.join(' ');
}

/** The encoding that a document names within its first kilobyte. */
export function namedEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? /^<\?xml[^>]+encoding=["']([\w-]+)/.exec(head)?.[1]
  );
}
