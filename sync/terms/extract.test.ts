import { describe, expect, it } from 'vitest';
import { extractTerms } from './extract';

const termsOf = (...lines: string[]): string[] => extractTerms(lines, []).map(({ term }) => term);

describe('terms of a text', () => {
  it('finds terms and definitions in the lines of a glossary', () => {
    expect(
      extractTerms(['Lux: unit of the light that reaches a surface', '照度\t面に届く光の量を表す量です'], []),
    ).toEqual([
      { term: 'Lux', definition: 'unit of the light that reaches a surface', count: 1 },
      { term: '照度', definition: '面に届く光の量を表す量です', count: 1 },
    ]);
    expect(
      termsOf('Please note the following before you go on to it: it is important', '10: thirty people came'),
    ).toEqual([]);
  });

  it('finds acronyms, names with inner capitals and digits, and names of several words', () => {
    const found = termsOf('We send the KPI of GraphQL and GPT-4 to the Lantern Planner every day.');
    expect(found).toEqual(expect.arrayContaining(['KPI', 'GraphQL', 'GPT-4', 'Lantern Planner']));
    expect(found).not.toContain('We');
  });

  it('finds single capitalised words, katakana, Han and Hangul only if they are repeated', () => {
    expect(termsOf('and then Lantern came', 'we sold Lantern again')).toContain('Lantern');
    expect(termsOf('and then Lantern came')).toEqual([]);
    expect(termsOf('ランタンを売る', 'ランタンの部品')).toEqual(['ランタン']);
    expect(termsOf('配光設計を見る', '配光設計が要る')).toEqual(['配光設計']);
    expect(termsOf('팝업스토어를 열고', '팝업스토어의 조명', '팝업스토어에서 만나요')).toEqual(['팝업스토어']);
  });

  it('omits known terms in any form of writing, and function words', () => {
    expect(extractTerms(['the KPI and the API'], ['kpi']).map(({ term }) => term)).toEqual(['API']);
  });

  // in quadratic time it would exceed the timeout of the test
  it('reads very long lines in linear time', () => {
    expect(termsOf(`${' '.repeat(100_000)}x`, `- ${' '.repeat(100_000)}x`, `${'A'.repeat(200_000)}a`)).toEqual([]);
  });
});
