/** E-books (EPUB): the documents of the spine, in its order. */
import { readXml } from '../containers/xml';
import { openZip, partPath, type Zip } from '../containers/zip';
import { cannotParse } from '../failure';
import { addHtml } from './html-blocks';
import { htmlDocument } from './html-document';
import type { Format } from './format';

const DOCUMENT = /^(application\/xhtml\+xml|text\/html)$/;

export const parseEpub: Format = async ({ bytes }, { text, progress }) => {
  const zip = await openZip(bytes);
  const book = await packageOf(zip);
  const locked = await zip.text('META-INF/encryption.xml');
  // fonts may be obfuscated; only documents that are encrypted cannot be read
  if (book.documents.some((path) => locked.includes(`"${path}"`))) throw cannotParse('FILE_ENCRYPTED');
  for (const [index, path] of book.documents.entries()) {
    if (text.isFull) break;
    if (!zip.has(path)) text.notice('partly');
    else addHtml(htmlDocument(await zip.text(path)).body, text);
    progress((index + 1) / book.documents.length);
  }
  return { title: book.title, language: book.language };
};

interface Book {
  title: string;
  language: string;
  documents: string[];
}

async function packageOf(zip: Zip): Promise<Book> {
  let path = '';
  await readXml(await zip.text('META-INF/container.xml'), {
    open: (name, attributes) => {
      if (name === 'rootfile') path ||= attributes['full-path'] ?? '';
    },
  });
  if (!zip.has(path)) throw cannotParse('FILE_DAMAGED');
  const items = new Map<string, string>();
  const book: Book = { title: '', language: '', documents: [] };
  let field: 'title' | 'language' | null = null;
  await readXml(await zip.text(path), {
    open: (name, { id = '', href = '', idref = '', 'media-type': type = '' }) => {
      if (name === 'item' && DOCUMENT.test(type)) items.set(id, partPath(path, decodeHref(href)));
      const document = name === 'itemref' ? items.get(idref) : undefined;
      if (document) book.documents.push(document);
      field = (name === 'title' || name === 'language') && !book[name] ? name : null;
    },
    text: (part) => {
      if (field) book[field] += part;
    },
    close: () => {
      field = null;
    },
  });
  return book;
}

function decodeHref(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
