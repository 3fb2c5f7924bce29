/** Word documents by mammoth: headings by the names of styles, lists, tables, footnotes. */
import { describePackage } from '../containers/open-xml';
import { checkXml } from '../containers/xml';
import { openZip } from '../containers/zip';
import { addHtml } from './html-blocks';
import { htmlDocument } from './html-document';
import type { Format } from './format';

/** parts of a package that mammoth may read */
const XML = /\.(xml|rels)$/;

export const parseDocx: Format = async ({ bytes }, { text }) => {
  const zip = await openZip(bytes);
  for (const name of zip.names) if (XML.test(name) && !name.startsWith('customXml/')) await checkXml(zip.stream(name));
  const title = await describePackage(zip, text);
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    {
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"],
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
    },
  );
  addHtml(htmlDocument(value).body, text);
  return { title };
};
