/** Exports of a note: to the clipboard, or as a file. */
import { textOf } from '~/features/note-editor/open-text';
import { replica } from '~/replica/client';
import { escapeHtml } from '../../../sync/model/html-text';

export const COPY_FORMATS = ['text', 'markdown', 'html'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** Copies a note's text unless it is empty. Throws if the browser refuses. */
export async function copyNote(noteId: string, format: CopyFormat): Promise<'copied' | 'empty'> {
  const text = await textOf(noteId, format);
  if (text.trim() === '') return 'empty';
  if (format !== 'html') {
    await navigator.clipboard.writeText(text);
    return 'copied';
  }
  const plain = await textOf(noteId, 'text');
  await navigator.clipboard.write([
    new ClipboardItem({
      'text/html': new Blob([text], { type: 'text/html' }),
      'text/plain': new Blob([plain], { type: 'text/plain' }),
    }),
  ]);
  return 'copied';
}

/** A file name valid on every system: no separators, no reserved characters, at most 80 characters. */
export const fileName = (title: string): string => {
  const name = [
    ...title
      .normalize('NFC')
      .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
      .replace(/\s+/gu, ' ')
      .trim(),
  ]
    .slice(0, 80)
    .join('')
    .replace(/^\.+|[. ]+$/g, '');
  return name === '' ? 'note' : name;
};

/** A complete HTML document of a note. */
export const htmlDocument = (title: string, body: string, language: string): string =>
  `<!doctype html>\n<html lang="${escapeHtml(language)}">\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>\n<body>\n<h1>${escapeHtml(title)}</h1>\n${body}\n</body>\n</html>\n`;

async function asDataUrl(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const letters: string[] = [];
  // all at once, they are too many arguments
  for (let at = 0; at < bytes.length; at += 8192) letters.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return `data:${blob.type};base64,${btoa(letters.join(''))}`;
}

/** HTML of a note with its images in it, as far as they can be read now; of the others the description stays. */
export async function withImages(
  html: string,
  read: (imageId: string) => Promise<{ blob: Blob } | { missing: string }>,
): Promise<string> {
  const ids = [...new Set([...html.matchAll(/<img data-image-id="([\w-]+)"/g)].map(([, id]) => id!))];
  const urls = new Map<string, string>();
  for (const id of ids) {
    const answer = await read(id);
    if ('blob' in answer) urls.set(id, await asDataUrl(answer.blob));
  }
  return html.replace(/<img data-image-id="([\w-]*)"/g, (_all, id: string) =>
    urls.has(id) ? `<img src="${urls.get(id)}"` : '<img',
  );
}

const htmlWithImages = async (id: string): Promise<string> =>
  withImages(await textOf(id, 'html'), (imageId) => replica().image(id, imageId));

/** Gives a file to the browser's downloads. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads a note as a file. */
export async function exportNote(
  note: { id: string; title: string },
  format: 'md' | 'html',
  language: string,
): Promise<void> {
  const blob =
    format === 'md'
      ? new Blob([`# ${note.title}\n\n${await textOf(note.id, 'markdown')}`], { type: 'text/markdown;charset=utf-8' })
      : new Blob([htmlDocument(note.title, await htmlWithImages(note.id), language)], {
          type: 'text/html;charset=utf-8',
        });
  download(blob, `${fileName(note.title)}.${format}`);
}
