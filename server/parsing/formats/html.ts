/** HTML files: the whole body. */
import { decoded } from './text';
import { addHtml, inlineText } from './html-blocks';
import { htmlDocument, namedEncoding } from './html-document';
import type { Format } from './format';

export const parseHtml: Format = async ({ bytes }, { text }) => {
  const document = htmlDocument(decoded(bytes, namedEncoding(bytes)));
  addHtml(document.body, text);
  const title = document.querySelector('title');
  return {
    title: title ? inlineText(title) : '',
    language: document.documentElement.getAttribute('lang') ?? '',
  };
};
