/**
 * Names of people and organizations in mails. A stranger may have entered both the address and the name: the name must
 * not contain a link, nor text that looks like Satchel's own.
 */
import { clean, truncate } from '../../../sync/model/text';

/** Maximum graphemes: too short for a sentence. */
export const LONGEST_NAME = { person: 40, company: 60 } as const;

/** Full stops of all scripts that browsers and mail programs accept in a domain (UTS 46). */
const DOT = '[.\\u3002\\uff0e\\uff61\\u2024]';
/**
 * Invisible characters that `clean` keeps: zero-width spaces, direction marks and the like; joiners of emoji and
 * scripts stay.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;
/** The ASCII part of `https://host/path`. */
const WEB_ADDRESS = /[a-z][a-z0-9+.-]*[:\uff1a][/\uff0f]{2}[\x21-\x7e]*/giu;
const AT = /[@\uff20\ufe6b]/gu;
/** A dot before a possible top-level domain, which has at least two characters; initials keep their dots. */
const DOT_OF_DOMAIN = new RegExp(`(?<=[\\p{L}\\p{N}_-])${DOT}(?=[\\p{L}\\p{N}-]*\\p{L}[\\p{L}\\p{N}-])`, 'gu');
/** Quotation marks that subjects put around names; an apostrophe within a Latin word stays. */
const QUOTES = /["“”„‘「」『』【】]|(?<!\p{Script=Latin})’|’(?!\p{Script=Latin})/gu;

/** A short name on one line, without links and quotation marks; '' if nothing is left. */
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
