/** How a page is parsed, by its content and the header of its answer. */

/** MIME types that are read as a file of this name. */
const FILES = new Map([
  ['application/pdf', 'page.pdf'],
  ['text/plain', 'page.txt'],
  ['text/markdown', 'page.md'],
]);
const HTML = new Set(['', 'text/html', 'application/xhtml+xml']);

/** `file`: as a file of this name; null: it is of no type that is read. */
export function pageKind(bytes: Buffer, contentType = ''): 'html' | { file: string } | null {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return { file: 'page.pdf' };
  const mime = contentType.split(';')[0]!.trim().toLowerCase();
  const file = FILES.get(mime);
  if (file) return { file };
  return HTML.has(mime) ? 'html' : null;
}
