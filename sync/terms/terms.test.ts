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
  ])('%s and %s are two', (a, b) => expect(termKey(a)).not.toBe(termKey(b)));
  it('a sound is told by the spelling, and not at all for Han characters', () => {
    expect(soundKey('satshell')).toBe(soundKey('Satchel'));
    expect(soundKey('サーバ')).toBe(soundKey('サーバー'));
    expect(soundKey('東京')).toBe('');
  });
  it('edits are counted up to a limit', () => {
    expect([distance('kitten', 'sitting', 3), distance('a', 'abcdef', 2), distance('', '', 1)]).toEqual([3, 3, 0]);
  });
});

describe('search', () => {
  const rows = [term('1', 'Lantern'), term('2', 'Color Lantern'), term('3', 'Lux', { definition: 'of a lantern' })];
  it('finds beginnings first, then parts, then definitions, in every writing', () => {
    expect(new TermSearch(rows).find('lantern').map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(new TermSearch(rows).find('  ').map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(new TermSearch([term('1', '桜井', { reading: 'サクライ' })]).find('さく')).toHaveLength(1);
  });
  it('takes unchanged rows over from the last list', () => {
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

describe('occurrences', () => {
  it('count whole words, the longest term, and every writing', () => {
    const terms = [term('1', 'Lux'), term('2', 'Lux meter'), term('3', '照度'), term('4', 'Satchel')];
    const counts = countMatches(terms, ['The lux meter says 300 lux, a luxury. 照度は照度計で。', 'ＳＡＴＣＨＥＬ']);
    expect([...counts].sort()).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 2],
      ['4', 1],
    ]);
  });
  // comparing each place with each term would not end within the limit of a test
  it('are counted among terms that begin alike', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => term(String(n), `ああ${n}`));
    expect(countMatches([...many, term('same', 'ああ7')], ['あ'.repeat(200_000) + '7']).get('7')).toBe(1);
  });

  it('what the meeting is about comes first, then what is heard most', () => {
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

  it.each(['We use Satchel daily.', 'Satchels are social.', 'A shell sat there.', ''])('nothing in: %s', (text) =>
    expect(suggest(text, satchel)).toEqual([]),
  );

  it('finds the reading of a Japanese term, and long marks', () => {
    expect(suggest('さくらいさんが来ます', term('1', '桜井', { reading: 'さくらい' }))).toEqual([
      'さくらい → 桜井 (sound)',
    ]);
    expect(suggest('新しいサーバに移す', term('1', 'サーバー'))).toEqual(['サーバ → サーバー (sound)']);
    expect(suggest('新しいサーバーに移す', term('1', 'サーバー'))).toEqual([]);
  });

  it('finds Korean terms before particles, and one wrong Han character of four', () => {
    expect(suggest('어제 란턴앱을 썼다', term('1', '랜턴앱'))).toEqual(['란턴앱 → 랜턴앱 (spelling)']);
    expect(suggest('我们看华动门店', term('1', '华东门店'))).toEqual(['华动门店 → 华东门店 (spelling)']);
    expect(suggest('我们看门店', term('1', '华东门店'))).toEqual([]);
  });

  it('says where the words stand, and never two at one place', () => {
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
