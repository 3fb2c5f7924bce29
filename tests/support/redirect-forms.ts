/**
 * Redirect targets that attempt to leave the site: every order of the pieces that URL parsers treat specially, then
 * random ones.
 */
import { Choices } from './fuzz/random';

const PIECES = [
  '/',
  '//',
  '\\',
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '%09',
  '\t',
  '\n',
  '\r',
  '\u0000',
  ' ',
  '\u3000',
  '\uff0f',
  '\u2044',
  '@',
  ':',
  '?',
  '#',
  ';',
  'a',
  'evil.example',
  'https:',
  'javascript:',
  '//evil.example',
];

/** @param count number of random ones, after about twenty thousand orders of up to three pieces */
export function* redirectForms(count: number, seed = 20_261_123): Generator<string> {
  for (const one of PIECES) {
    yield `/${one}`;
    for (const two of PIECES) {
      yield `${one}${two}`;
      for (const three of PIECES) yield `/${one}${two}${three}/evil.example`;
    }
  }
  const choices = new Choices(seed);
  for (let i = 0; i < count; i += 1) {
    const pieces = Array.from({ length: 2 + choices.below(7) }, () => choices.pick(PIECES));
    yield (choices.chance(0.8) ? '/' : '') + pieces.join('');
  }
}
