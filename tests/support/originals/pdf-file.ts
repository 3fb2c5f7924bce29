/** A PDF of pages with lines of text, pages that are a picture, and bookmarks. */
import { protection } from './pdf-password';

interface PicturePage {
  /** bytes of a picture in colour */
  picture: Buffer;
  /** JPEG, or JPEG 2000 */
  filter?: 'DCTDecode' | 'JPXDecode';
  width: number;
  height: number;
}
interface TextPage {
  lines: readonly string[];
}
/** Text in a font that is not embedded, in the character codes of a predefined character map. */
interface EastAsianPage {
  eastAsian: readonly string[];
}
export type PdfPage = TextPage | PicturePage | EastAsianPage;

export interface PdfOptions {
  title?: string;
  /** bookmarks: title and page, from 1 */
  bookmarks?: readonly [title: string, page: number][];
  /** password that opens the document; such a document has neither title nor bookmarks */
  password?: string;
}

const LEADING = 24;

export function pdfOf(pages: readonly PdfPage[], { title, bookmarks = [], password }: PdfOptions = {}): Buffer {
  const guard = password === undefined ? null : protection(password);
  const objects: Buffer[] = [];
  const add = (...parts: (string | Buffer)[]): number =>
    objects.push(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));
  const stream = (data: Buffer, entries = ''): number =>
    add(
      `<</Length ${data.length}${entries}>>stream\n`,
      guard ? guard.encrypt(data, objects.length + 1) : data,
      '\nendstream',
    );
  const [catalog, tree, font, wideFont] = [1, 2, 3, 4];
  add(`<</Type/Catalog/Pages ${tree} 0 R${bookmarks.length > 0 ? '/Outlines 6 0 R' : ''}>>`);
  add('');
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>');
  add('<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UCS2-H/DescendantFonts[5 0 R]>>');
  add(
    '<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/DW 1000/FontDescriptor 7 0 R>>',
  );
  add('');
  add(
    '<</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>',
  );
  const resources = `/Resources<</Font<</F ${font} 0 R/W ${wideFont} 0 R>>`;
  const kids = pages.map((page) => {
    if ('picture' in page) {
      const image = stream(
        page.picture,
        `/Type/XObject/Subtype/Image/Width ${page.width}/Height ${page.height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/${page.filter ?? 'DCTDecode'}`,
      );
      const [width, height] = [page.width / 2, page.height / 2];
      const content = stream(Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /I Do Q`));
      return add(
        `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${width} ${height}]${resources}/XObject<</I ${image} 0 R>>>>/Contents ${content} 0 R>>`,
      );
    }
    const content = stream(Buffer.from('lines' in page ? latin(page.lines) : wide(page.eastAsian), 'latin1'));
    return add(`<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 595 842]${resources}>>/Contents ${content} 0 R>>`);
  });
  objects[tree - 1] = Buffer.from(
    `<</Type/Pages/Kids[${kids.map((id) => `${id} 0 R`).join(' ')}]/Count ${kids.length}>>`,
  );
  if (bookmarks.length > 0) outline(objects, add, kids, bookmarks);
  const info = title === undefined ? '' : `/Info ${add(`<</Title<${utf16(`\ufeff${title}`)}>>>`)} 0 R`;
  const encryption = guard ? `/Encrypt ${add(guard.dictionary)} 0 R/ID[<${guard.id}><${guard.id}>]` : '';
  return assembled(objects, `/Root ${catalog} 0 R${info}${encryption}`);
}

function outline(
  objects: Buffer[],
  add: (...parts: string[]) => number,
  kids: readonly number[],
  bookmarks: readonly [string, number][],
): void {
  const first = objects.length + 1;
  bookmarks.forEach(([title, page], index) => {
    const next = index + 1 < bookmarks.length ? `/Next ${first + index + 1} 0 R` : '';
    const previous = index > 0 ? `/Prev ${first + index - 1} 0 R` : '';
    add(`<</Title<${utf16(`\ufeff${title}`)}>/Parent 6 0 R/Dest[${kids[page - 1]} 0 R/Fit]${next}${previous}>>`);
  });
  objects[5] = Buffer.from(`<</First ${first} 0 R/Last ${objects.length} 0 R/Count ${bookmarks.length}>>`);
}

const latin = (lines: readonly string[]): string =>
  `BT /F 12 Tf 60 780 Td ${lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -${LEADING} Td`).join(' ')} ET`;
const wide = (lines: readonly string[]): string =>
  `BT /W 12 Tf 60 780 Td ${lines.map((line) => `<${utf16(line)}> Tj 0 -${LEADING} Td`).join(' ')} ET`;
const utf16 = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

function assembled(objects: readonly Buffer[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let at = parts[0]!.length;
  const offsets = objects.map((object, index) => {
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object.length > 0 ? object : Buffer.from('null'),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(whole);
    const offset = at;
    at += whole.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer<</Size ${size}${trailer}>>\nstartxref\n${at}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}
