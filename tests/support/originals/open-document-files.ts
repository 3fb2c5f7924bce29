/** Small OpenDocument files and e-books with the parts that a reader needs. */
import { escapeHtml as xml } from '../../../sync/model/html-text';
import { zipOf } from './zip-file';

const NS = ['office', 'text', 'table', 'meta', 'manifest']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(' ');

const openDocument = (kind: string, body: string, title: string): Promise<Buffer> =>
  zipOf(
    {
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'content.xml': `<?xml version="1.0"?><office:document-content ${NS}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
      'meta.xml': `<?xml version="1.0"?><office:document-meta ${NS}><office:meta><dc:title>${xml(title)}</dc:title></office:meta></office:document-meta>`,
      'META-INF/manifest.xml': `<?xml version="1.0"?><manifest:manifest ${NS}/>`,
    },
    ['mimetype'],
  );

export const odtOf = (heading: string, paragraphs: readonly string[], title = ''): Promise<Buffer> =>
  openDocument(
    'text',
    `<text:h text:outline-level="1">${xml(heading)}</text:h>${paragraphs.map((each) => `<text:p>${xml(each)}</text:p>`).join('')}`,
    title,
  );

/** Rows of each sheet by its name. Each row ends with the thousand empty columns that programs write. */
export const odsOf = (sheets: Record<string, readonly (readonly string[])[]>, title = ''): Promise<Buffer> =>
  openDocument(
    'spreadsheet',
    Object.entries(sheets)
      .map(
        ([name, rows]) =>
          `<table:table table:name="${xml(name)}">${rows
            .map(
              (row) =>
                `<table:table-row>${row
                  .map((cell) => `<table:table-cell>${cell && `<text:p>${xml(cell)}</text:p>`}</table:table-cell>`)
                  .join('')}<table:table-cell table:number-columns-repeated="1000"/></table:table-row>`,
            )
            .join(
              '',
            )}<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row></table:table>`,
      )
      .join(''),
    title,
  );

export const odpOf = (slides: readonly { title: string; lines: readonly string[] }[], title = ''): Promise<Buffer> =>
  openDocument(
    'presentation',
    slides
      .map(
        (slide) =>
          `<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>${xml(slide.title)}</text:p></draw:text-box></draw:frame><draw:frame presentation:class="outline"><draw:text-box>${slide.lines
            .map((line) => `<text:list><text:list-item><text:p>${xml(line)}</text:p></text:list-item></text:list>`)
            .join('')}</draw:text-box></draw:frame></draw:page>`,
      )
      .join(''),
    title,
  );

export function epubOf(
  chapters: readonly { heading: string; paragraphs: readonly string[] }[],
  { title = '', language = 'en' } = {},
): Promise<Buffer> {
  const files = chapters.map(({ heading, paragraphs }, index): [string, string] => [
    `OEBPS/chapter ${index + 1}.xhtml`,
    `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>${xml(heading)}</h1>${paragraphs.map((each) => `<p>${xml(each)}</p>`).join('')}</body></html>`,
  ]);
  const order = files.map((_, index) => index);
  return zipOf(
    {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
      'OEBPS/book.opf': `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>${xml(title)}</dc:title><dc:language>${language}</dc:language></metadata><manifest>${order
        // the order of the manifest differs from that of the spine
        .toReversed()
        .map((at) => `<item id="c${at}" href="chapter%20${at + 1}.xhtml" media-type="application/xhtml+xml"/>`)
        .join('')}</manifest><spine>${order.map((at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
      ...Object.fromEntries(files),
    },
    ['mimetype'],
  );
}
