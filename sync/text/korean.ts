/** Korean writes particles onto nouns: 회의록을, 회의록에서 and 회의록 are one word to whoever searches. */

const PARTICLES = [
  '으로부터', '에게서는', '에서부터', '이라고는', '이었습니다', '에서는', '에게서', '한테서', '으로써', '으로서', '이라고', '이라는', '입니다', '습니다', '이에요', '까지는', '부터는',
  '에서', '에게', '에는', '에도', '께서', '한테', '으로', '로서', '로써', '까지', '부터', '보다', '처럼', '마다', '조차', '밖에', '이나', '이랑', '라고', '라는', '하고', '이며', '예요', '들은', '들이', '들을', '들의',
  '은', '는', '이', '가', '을', '를', '의', '에', '와', '과', '로', '도', '만', '랑', '나', '들',
].sort((a, b) => b.length - a.length);

/** The word without its particle; the word itself where it has none. A stem of one syllable is left only by a particle that stands on nouns alone. */
export function withoutParticle(word: string): string {
  for (const particle of PARTICLES) {
    if (word.length > particle.length && word.endsWith(particle)) return word.slice(0, -particle.length);
  }
  return word;
}
