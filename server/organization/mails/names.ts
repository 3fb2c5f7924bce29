/**
 * Names of people and organizations as they stand in mails. A mail goes to an address that a stranger may have typed, with a name that
 * they typed, too: it must not carry an address of theirs, nor text that looks like Satchel's own.
 */
import { clean, truncate } from '../../../sync/model/text';

/** Graphemes at most: a sentence does not fit. */
export const LONGEST_NAME = { person: 40, company: 60 } as const;

/** A full stop in any script that browsers and mail programs read as one in a domain (UTS 46). */
const DOT = '[.\\u3002\\uff0e\\uff61\\u2024]';
/** What `clean` leaves of characters that nobody sees: zero-width spaces, marks of direction and the like; the joiners of emoji and scripts stay. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;
/** The whole of `https://host/path` as far as it is ASCII. */
const WEB_ADDRESS = /[a-z][a-z0-9+.-]*[:\uff1a][/\uff0f]{2}[\x21-\x7e]*/giu;
const AT = /[@\uff20\ufe6b]/gu;
/** Before a label that may be a top-level domain, which has two characters or more: initials keep their full stops. */
const DOT_OF_DOMAIN = new RegExp(`(?<=[\\p{L}\\p{N}_-])${DOT}(?=[\\p{L}\\p{N}-]*\\p{L}[\\p{L}\\p{N}-])`, 'gu');
/** The marks with which subjects set names off; an apostrophe within a Latin word stays. */
const QUOTES = /["“”„‘「」『』【】]|(?<!\p{Script=Latin})’|’(?!\p{Script=Latin})/gu;

/** A name on one line, short, without addresses and quotation marks; '' where nothing is left. */
export function nameInMail(name: string, longest: number): string {
  const line = clean(name).replace(INVISIBLE, '');
  const plain = line
    .replace(WEB_ADDRESS, ' ')
    .replace(AT, ' ')
    .replace(DOT_OF_DOMAIN, ' ')
    .replace(QUOTES, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const short = truncate(plain, longest);
  return short === plain ? plain : `${short.trimEnd()}…`;
}
