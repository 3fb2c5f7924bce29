/** English writes one word and several differently: whoever asks for shelves means a shelf, too. Guesses that are no word match nothing. */

/** end in s and are not several */
const ONE = /(?:ss|us|is)$|^(?:news|series|species|lens|always|does|has|was|this)$/;
const IRREGULAR = [['person', 'people'], ['child', 'children'], ['man', 'men'], ['woman', 'women'], ['foot', 'feet'], ['analysis', 'analyses'], ['criterion', 'criteria']] as const;

function ofSeveral(word: string): string[] {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('ves')) return [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`, word.slice(0, -1)];
  return /(?:[sxz]|[cs]h)es$/.test(word) ? [word.slice(0, -2), word.slice(0, -1)] : [word.slice(0, -1)];
}

function ofOne(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  if (/fe?$/.test(word)) return [word.replace(/fe?$/, 'ves'), `${word}s`];
  return /(?:[sxz]|[cs]h)$/.test(word) ? [`${word}es`] : [`${word}s`];
}

/** The word in its other number: the singulars a plural may have, the plurals a singular may have. `word` in lower case. */
export function otherNumber(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const irregular = IRREGULAR.flatMap(([one, several]) => (word === one ? [several] : word === several ? [one] : []));
  if (irregular.length > 0) return irregular;
  return word.length > 3 && word.endsWith('s') && !ONE.test(word) ? ofSeveral(word) : ofOne(word);
}
