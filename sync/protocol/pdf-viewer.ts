/**
 * The files of the PDF viewer (pdfjs-dist), which the build copies from the package beside its own: the library and its
 * worker, CMaps and standard fonts, without which text in Chinese, Japanese and Korean vanishes, and the decoders of
 * scanned pictures (WebAssembly). They are not part of the precache: the page loads them with the first PDF, and the
 * service worker keeps what was loaded (docs/decisions/079).
 */
export const PDF_VERSION = '5.6.205';
/** Files in it never change. */
export const PDF_FOLDER = `/pdf/${PDF_VERSION}/`;
/** A list of the files in it, below it. */
export const PDF_LIST = 'files.json';

/** Folders and files of the package that are copied, by their address below PDF_FOLDER. */
export const PDF_SOURCES = {
  'pdf.min.mjs': 'build/pdf.min.mjs',
  'pdf.worker.min.mjs': 'build/pdf.worker.min.mjs',
  'cmaps/': 'cmaps/',
  'standard_fonts/': 'standard_fonts/',
  'wasm/': 'wasm/',
  'iccs/': 'iccs/',
} as const;
