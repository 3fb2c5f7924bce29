/**
 * Keeps the hooks that read TypeScript away from pdf.js, which needs none: they would rewrite its two megabytes, with
 * source maps, and take 250 MB of the parser's memory for it.
 */
import { readFile } from 'node:fs/promises';

export async function load(url, context, next) {
  if (!url.includes('/node_modules/pdfjs-dist/')) return next(url, context);
  return { format: 'module', source: await readFile(new URL(url)), shortCircuit: true };
}
