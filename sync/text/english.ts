/**
 * English word forms: number (shelf, shelves), derived endings (rehearse, rehearsal), British and American spelling.
 */
import { stemmer } from 'stemmer';

/** singulars that end in s */
const SINGULAR_IN_S = /(?:ss|us|is)$|^(?:news|series|species|lens|always|does|has|was|this)$/;
const IRREGULAR = [
  ['person', 'people'],
  ['child', 'children'],
  ['man', 'men'],
  ['woman', 'women'],
  ['foot', 'feet'],
  ['analysis', 'analyses'],
  ['criterion', 'criteria'],
  ['grey', 'gray'],
  ['tyre', 'tire'],
] as const;

function singularsOf(word: string): string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('ves')) return [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`, word.slice(0, -1)];
  return /(?:[sxz]|[cs]h)es$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)];
}

function pluralsOf(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (/fe?$/.test(word)) return [word.replace(/fe?$/, 'ves'), `${word}s`];
  return /(?:[sxz]|[cs]h)$/.test(word) ? [`${word}es`] : [`${word}s`];
}

/** Other number of a word: possible singulars of a plural, possible plurals of a singular. `word` in lower case. */
export function otherNumber(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const irregular = IRREGULAR.flatMap(([one, several]) => (word === one ? [several] : word === several ? [one] : []));
  if (irregular.length > 0) return irregular;
  return word.length > 3 && word.endsWith('s') && !SINGULAR_IN_S.test(word) ? singularsOf(word) : pluralsOf(word);
}

/** British to American spelling. Other words that match (exercise) change alike in texts and questions. */
const SPELLINGS: [RegExp, string][] = [
  [/isation/, 'ization'],
  [/is(?=(?:e|ed|er|ers|es|ing|able)$)/, 'iz'],
  [/ys(?=(?:e|ed|er|ers|es|ing)$)/, 'yz'],
  [/(?<=[a-z]{2})our/, 'or'],
  [/tre(?=s?$)/, 'ter'],
  [/ogue/, 'og'],
  [/ence(?=s?$)/, 'ense'],
  [/^(pro)gramme/, '$1gram'],
  [/(?<=judg|acknowledg)e(?=ment)/, ''],
  [/aluminium/, 'aluminum'],
  [/^jeweller/, 'jeweler'],
  [/^enquir/, 'inquir'],
];

/** Fast check: most words match no pattern. */
const SPELLED = new RegExp(SPELLINGS.map(([from]) => from.source).join('|'));

/** Position where the British spelling of an American stem may diverge: colo(u)r, reali(s)z, cent(r)er, defen(c)s. */
const PARTS_AT = /(?<=[a-z]{2}o)r|(?<=[iy])z|(?<=t)er$|(?<=en)s/;

/** letters of a word below which endings cannot be told apart */
const SHORTEST = 5;

/** Common stem of a word's forms; '' if the word has none. `word` in lower case. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return '';
  return stemmer(SPELLED.test(word) ? SPELLINGS.reduce((so, [from, to]) => so.replace(from, to), word) : word);
}

/** The common prefix of a word's other forms, and a test for words with that prefix; null if there are none. */
export function otherForms(word: string): { begin: string; accepts: (other: string) => boolean } | null {
  const own = word.length < SHORTEST ? '' : stem(word);
  // company, companies ──► compani: the i is a y in some forms.
  const parted = own.search(PARTS_AT);
  const fixed = (parted < 0 ? own : own.slice(0, parted)).replace(/i$/, '');
  let same = 0;
  while (same < fixed.length && fixed[same] === word[same]) same += 1;
  return same < 3 ? null : { begin: word.slice(0, same), accepts: (other) => other !== word && stem(other) === own };
}
