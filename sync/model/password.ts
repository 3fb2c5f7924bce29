/** Rules of a new password (specification: organization 5). The messages are keys of the `auth` texts. */
import * as v from 'valibot';
import { LIMITS } from './limits';
import { graphemeLength } from './text';

const CLASSES = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u];

/** Number of character classes (upper case, lower case, digits, special) in a text: 0 to 4. */
export const characterClasses = (text: string): number => CLASSES.filter((c) => c.test(text)).length;

/** 8 to 30 graphemes of at least three classes. White space is not trimmed. */
export const NewPassword = v.pipe(
  v.string('passwordEmpty'),
  v.minLength(1, 'passwordEmpty'),
  v.check((t) => {
    const n = graphemeLength(t.slice(0, 1000));
    return n >= LIMITS.password.min && n <= LIMITS.password.max;
  }, 'passwordLength'),
  v.check((t) => characterClasses(t) >= 3, 'passwordClasses'),
);
