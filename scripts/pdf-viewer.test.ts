import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pdfViewerFiles } from './pdf-viewer';
import { PDF_VERSION } from '../sync/protocol/pdf-viewer';

it('names the version of the package, since its address is cached for ever', () => {
  const { version } = JSON.parse(readFileSync('node_modules/pdfjs-dist/package.json', 'utf8')) as { version: string };
  expect(PDF_VERSION).toBe(version);
});

it('has CMaps, standard fonts and decoders, without which text or scanned pages would be missing', () => {
  const names = [...pdfViewerFiles().keys()];
  for (const name of [
    'pdf.min.mjs',
    'pdf.worker.min.mjs',
    'cmaps/UniJIS-UCS2-H.bcmap',
    'standard_fonts/FoxitSerif.pfb',
    'wasm/jbig2.wasm',
    'wasm/openjpeg.wasm',
  ])
    expect(names).toContain(name);
});
