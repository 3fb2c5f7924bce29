/** E-mails: their headers, the text, and the names of what is attached. */
import type { Address } from 'postal-mime';
import { addHtml } from './html-blocks';
import { htmlDocument } from './html-document';
import type { Format } from './format';

/** parts within parts */
const NESTING = 50;

export const parseEmail: Format = async ({ bytes }, { text }) => {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: NESTING });
  text.heading(mail.subject ?? '', 1);
  const line = (name: string, value: string | undefined): void => {
    if (value) text.add('text', `${name}: ${value}`);
  };
  line('From', mail.from && shown([mail.from]));
  line('To', shown(mail.to));
  line('Cc', shown(mail.cc));
  line('Date', mail.date);
  if (mail.text?.trim()) for (const paragraph of mail.text.split(/\r?\n\s*\r?\n/)) text.add('text', paragraph);
  else if (mail.html) addHtml(htmlDocument(mail.html).body, text);
  for (const { filename } of mail.attachments) if (filename) text.add('listItem', filename, {}, 1);
  return { title: mail.subject ?? '' };
};

const shown = (addresses: Address[] = []): string =>
  addresses.map(({ name, address }) => (name && address ? `${name} <${address}>` : (address ?? name))).join(', ');
