/** Opens PDF files with pdfjs-dist, which is loaded for the first file. */
import type * as PdfJs from 'pdfjs-dist';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { PDF_FOLDER } from '../../../../sync/protocol/pdf-viewer';

export type PdfLibrary = typeof PdfJs;

let loading: Promise<PdfLibrary> | null = null;

/** Loads the library from its files beside the build. After a failure, the next call tries again. */
export function pdfLibrary(): Promise<PdfLibrary> {
  loading ??= (import(/* @vite-ignore */ `${PDF_FOLDER}pdf.min.mjs`) as Promise<PdfLibrary>).then(
    (library) => {
      library.GlobalWorkerOptions.workerSrc = `${PDF_FOLDER}pdf.worker.min.mjs`;
      return library;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

export interface OpenedPdf {
  library: PdfLibrary;
  document: PDFDocumentProxy;
  close(): void;
}

/** Opens a file. `password` is called until the file opens; null cancels. Rejects once if the file cannot be opened. */
export async function openPdf(blob: Blob, password: (isWrong: boolean) => Promise<string | null>): Promise<OpenedPdf> {
  const [library, data] = await Promise.all([pdfLibrary(), blob.arrayBuffer()]);
  const task = library.getDocument({
    data: new Uint8Array(data),
    cMapUrl: `${PDF_FOLDER}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${PDF_FOLDER}standard_fonts/`,
    wasmUrl: `${PDF_FOLDER}wasm/`,
    iccUrl: `${PDF_FOLDER}iccs/`,
    isEvalSupported: false,
    enableXfa: false,
    // embedded and standard fonts only, so that pages look the same on every device
    useSystemFonts: false,
  });
  // the library does not always settle its promise after `destroy`
  const givenUp = new Promise<never>((_, reject) => {
    task.onPassword = (update: (password: string) => void, reason: number) => {
      void password(reason === library.PasswordResponses.INCORRECT_PASSWORD).then((given) => {
        if (given !== null) return update(given);
        reject(new Error('no password'));
        void task.destroy();
      });
    };
  });
  const document = await Promise.race([task.promise, givenUp]);
  return { library, document, close: () => void task.destroy() };
}
