/**
 * The files of the PDF viewer, from their package to the addresses at which the page loads them
 * (sync/protocol/pdf-viewer.ts): copied by a build, read from the package in development.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { PDF_FOLDER, PDF_LIST, PDF_SOURCES } from '../sync/protocol/pdf-viewer';

const PACKAGE = fileURLToPath(new URL('../node_modules/pdfjs-dist/', import.meta.url));
/** Used only where WebAssembly is forbidden. */
const UNUSED = 'openjpeg_nowasm_fallback.js';
const TYPES: Record<string, string> = { '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

/** Paths of the files by their addresses below PDF_FOLDER. */
export function pdfViewerFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [address, source] of Object.entries(PDF_SOURCES)) {
    if (!address.endsWith('/')) files.set(address, join(PACKAGE, source));
    else
      for (const name of readdirSync(join(PACKAGE, source)).sort())
        if (name !== UNUSED) files.set(address + name, join(PACKAGE, source, name));
  }
  return files;
}

export function pdfViewer(): Plugin {
  const files = pdfViewerFiles();
  return {
    name: 'satchel:pdf-viewer',
    generateBundle() {
      for (const [address, path] of files)
        this.emitFile({ type: 'asset', fileName: PDF_FOLDER.slice(1) + address, source: readFileSync(path) });
      this.emitFile({
        type: 'asset',
        fileName: PDF_FOLDER.slice(1) + PDF_LIST,
        source: JSON.stringify([...files.keys()]),
      });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = files.get((request.url ?? '').split('?')[0]!.slice(PDF_FOLDER.length));
        if (!request.url?.startsWith(PDF_FOLDER) || !path) return next();
        response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
        response.end(readFileSync(path));
      });
    },
  };
}
