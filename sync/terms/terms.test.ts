import { describe, expect, it } from 'vitest';
import { CorrectionIndex } from './corrections';
import { termsFromCsv } from './csv';
import { distance, soundKey, termKey } from './key';
import { countMatches } from './matches';
import { byRelevance } from './relevance';
import { TermSearch } from './search';

const term = (id: string, text: string, more: Partial<{ reading: string; definition: string }> = {}) => ({
  id,
  term: text,
  definition: '',
  matchCount: 0,
  createdAt: 0,
  ...more,
});

describe('keys', () => {
  it.each([
    ['e-mail', 'E mail'],
    ['ｻﾄｼｪﾙ', 'さとしぇる'],
    ['ウェブ・サイト', 'ウェブサイト'],
    ['軟體', '软体'],
    ['Café', 'cafe'],
  ])('%s and %s are one term', (a, b) => expect(termKey(a)).toBe(termKey(b)));
  it.each([
    ['C', 'C++'],
    ['機能', '帰納'],
    ['Lumen', 'Lumens'],
  ])('%s and %s are two terms', (a, b) => expect(termKey(a)).not.toBe(termKey(b)));
  it('sound keys follow the spelling, and are empty for Han characters', () => {
    expect(soundKey('satshell')).toBe(soundKey('Satchel'));
    expect(soundKey('サーバ')).toBe(soundKey('サーバー'));
    expect(soundKey('東京')).toBe('');
  });
  it('the edit distance is limited', () => {
    expect([distance('kitten', 'sitting', 3), distance('a', 'abcdef', 2), distance('', '', 1)]).toEqual([3, 3, 0]);
  });
});

describe('search', () => {
  const rows = [term('1', 'Lantern'), term('2', 'Color Lantern'), term('3', 'Lux', { definition: 'of a lantern' })];
  it('lists matches at the start first, then within the name, then in the definition, in any form of writing', () => {
    expect(new TermSearch(rows).find('lantern').map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(new TermSearch(rows).find('  ').map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(new TermSearch([term('1', '桜井', { reading: 'サクライ' })]).find('さく')).toHaveLength(1);
  });
  it('finds changed and unchanged rows after the list was updated', () => {
    const changed = [rows[0]!, { ...rows[1]!, term: 'Lamp' }];
    expect(new TermSearch(changed, new TermSearch(rows)).find('lamp').map(({ id }) => id)).toEqual(['2']);
  });
});

describe('reading CSV', () => {
  it('reads quotes, line breaks, other separators and a header', () => {
    expect(termsFromCsv('\ufeffTerm,Definition\r\nLux,"a ""unit"",\nof light"\r\n\r\n,none\r\n,,\r\n')).toEqual([
      { term: 'Lux', definition: 'a "unit",\nof light', reading: '' },
      // the import counts a row without a term among the invalid ones
      { term: '', definition: 'none', reading: '' },
    ]);
    expect(termsFromCsv('桜井;人の名前;さくらい')).toEqual([
      { term: '桜井', definition: '人の名前', reading: 'さくらい' },
    ]);
    expect(termsFromCsv("用語\tdefinition\n'=SUM\tx")).toEqual([{ term: '=SUM', definition: 'x', reading: '' }]);
    expect(termsFromCsv('"never closed')).toEqual([{ term: 'never closed', definition: '', reading: '' }]);
  });
});

describe('occurrences of terms', () => {
  it('count whole words, the longest term, and any form of writing', () => {
    const terms = [term('1', 'Lux'), term('2', 'Lux meter'), term('3', '照度'), term('4', 'Satchel')];
    const counts = countMatches(terms, ['The lux meter says 300 lux, a luxury. 照度は照度計で。', 'ＳＡＴＣＨＥＬ']);
    expect([...counts].sort()).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 2],
      ['4', 1],
    ]);
  });
  // comparing each position with each term would exceed the timeout of the test
  it('are counted fast among ten thousand terms with the same beginning', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => term(String(n), `ああ${n}`));
    expect(countMatches([...many, term('same', 'ああ7')], ['あ'.repeat(200_000) + '7']).get('7')).toBe(1);
  });

  it('terms in the texts of the meeting come first, then those with most matches', () => {
    const terms = [term('1', 'Alpha'), { ...term('2', 'Beta'), matchCount: 5 }, term('3', 'Gamma')];
    expect(byRelevance(terms, ['Gamma review']).map(({ id }) => id)).toEqual(['3', '2', '1']);
  });
});

describe('suggested corrections', () => {
  const suggest = (text: string, ...terms: ReturnType<typeof term>[]) =>
    new CorrectionIndex(terms).correctionsOf(text).map(({ heard, term: to, reason }) => `${heard} → ${to} (${reason})`);
  const satchel = term('1', 'Satchel');

  it.each([
    ['We use sat shell daily.', 'sat shell → Satchel (sound)'],
    ['We use satchel daily.', 'satchel → Satchel (writing)'],
    ['We use Sachel daily.', 'Sachel → Satchel (sound)'],
  ])('%s', (text, expected) => expect(suggest(text, satchel)).toEqual([expected]));

  it.each(['We use Satchel daily.', 'Satchels are social.', 'A shell sat there.', ''])(
    'suggests nothing in: %s',
    (text) => expect(suggest(text, satchel)).toEqual([]),
  );

  it('suggests a Japanese term for its reading, and its long vowel mark', () => {
    expect(suggest('さくらいさんが来ます', term('1', '桜井', { reading: 'さくらい' }))).toEqual([
      'さくらい → 桜井 (sound)',
    ]);
    expect(suggest('新しいサーバに移す', term('1', 'サーバー'))).toEqual(['サーバ → サーバー (sound)']);
    expect(suggest('新しいサーバーに移す', term('1', 'サーバー'))).toEqual([]);
  });

  it('suggests a Korean term before a particle, and a term with one wrong Han character of four', () => {
    expect(suggest('어제 란턴앱을 썼다', term('1', '랜턴앱'))).toEqual(['란턴앱 → 랜턴앱 (spelling)']);
    expect(suggest('我们看华动门店', term('1', '华东门店'))).toEqual(['华动门店 → 华东门店 (spelling)']);
    expect(suggest('我们看门店', term('1', '华东门店'))).toEqual([]);
  });

  it('gives the range of the words, without overlapping suggestions', () => {
    const found = new CorrectionIndex([satchel, term('2', 'Satchel Pro')]).correctionsOf('Try sat shell now');
    expect(found).toEqual([{ from: 4, to: 13, heard: 'sat shell', termId: '1', term: 'Satchel', reason: 'sound' }]);
  });
});

it('ten thousand terms are searched and compared within a fraction of a second', () => {
  // words of pronounceable syllables, so that keys differ by more than a number
  const syllables = ['ka', 'lo', 'mi', 'ter', 'ran', 'su', 'vek', 'dol', 'pi', 'gam'];
  const many = Array.from({ length: 10_000 }, (_, n) =>
    term(String(n), [...String(n).padStart(4, '0')].map((digit) => syllables[Number(digit)]).join('')),
  );
  const search = new TermSearch(many);
  expect(search.find('kalomi')).not.toHaveLength(0);
  expect(search.find('rangam')).not.toHaveLength(0);
  expect(new CorrectionIndex(many).correctionsOf('the kalomiterr is here')).toHaveLength(1);
});
