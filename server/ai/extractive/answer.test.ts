import { describe, expect, it } from 'vitest';
import { passageOf } from '../../../tests/support/passages';
import { extractiveAnswer } from './answer';
import type { Passage } from './interface';
import { sentencesOf } from './sentences';

const quotes = (question: string, ...passages: Passage[]): string[] =>
  extractiveAnswer(question, passages, 1).map(({ quote }) => quote);

describe('an answer without a model', () => {
  it.each([
    [
      'en',
      'When does the lease of the harbour office end?',
      'We like the harbour. The lease of the harbour office ends on 30 June 2027, says Mr. Brown. The rent stays.',
      'The lease of the harbour office ends on 30 June 2027, says Mr. Brown.',
    ],
    [
      'ja',
      '倉庫の契約はいつ終わりますか？',
      '倉庫は横浜にあります。倉庫の契約は来年3月に終わります。家賃は変わりません。',
      '倉庫の契約は来年3月に終わります。',
    ],
    [
      'ko',
      '창고 계약은 언제 끝나나요?',
      '창고는 부산에 있어요. 창고 계약은 내년 3월에 끝나요. 월세는 그대로예요.',
      '창고 계약은 내년 3월에 끝나요.',
    ],
    ['zh-Hans', '仓库的合同什么时候到期？', '仓库在宁波。仓库的合同明年3月到期。租金不变。', '仓库的合同明年3月到期。'],
    ['zh-Hant', '倉庫的合約什麼時候到期？', '倉庫在台中。倉庫的合約明年3月到期。租金不變。', '倉庫的合約明年3月到期。'],
  ])('%s: is the sentence of the expected kind', (_language, question, text, sentence) => {
    expect(quotes(question, passageOf(text))).toEqual([sentence]);
  });

  it('is empty if the passages cover too little, or have no sentence of the expected kind', () => {
    const lease = passageOf('The lease of the harbour office ends on 30 June.');
    expect(extractiveAnswer('When does the lease of the harbour office end?', [lease], 0.29)).toEqual([]);
    expect(
      quotes('When does the lease of the harbour office end?', passageOf('The lease of the harbour office.')),
    ).toEqual([]);
    expect(quotes('Who?', lease)).toEqual([]);
  });

  it('is empty if a rare word or a number of the question is missing', () => {
    const lamp = passageOf('Article\tPrice\nLantern Rail 45\t112');
    expect(quotes('What does the Lantern Rail 45 cost?', lamp)).toEqual(['Lantern Rail 45\t112']);
    expect(quotes('What does the Lantern Rail 60 cost?', lamp)).toEqual([]);
    expect(quotes('What does the submarine Rail 45 cost?', lamp)).toEqual([]);
  });

  it.each([
    ['When does the lease of the harbour office end? 3', 'The lease of the harbour office ends on 30 June.'],
    ['3. When does the lease of the harbour office end?', 'The lease of the harbour office ends on 30 June.'],
    ['When does the lease of the harbour office end … 3', 'The lease of the harbour office ends on 30 June.'],
    ['When does the lease of the harbour office end? (3)', 'The lease of the harbour office ends on 30 June.'],
    ['How many chairs has the harbour office? 3', 'The harbour office has 3 chairs.'],
    ['倉庫の契約はいつ終わりますか？３', '倉庫の契約は来年5月に終わります。'],
    ['倉庫の契約はいつ終わりますか 3', '倉庫の契約は来年5月に終わります。'],
    ['(2)仓库的合同什么时候到期？', '仓库的合同明年5月到期。'],
    ['창고 계약은 언제 끝나나요 3', '창고 계약은 내년 5월에 끝나요.'],
  ])('%s: ignores a number outside the sentences of the question', (question, text) => {
    expect(quotes(question, passageOf(text))).toEqual([text]);
  });

  it.each([
    'What does the Lantern Rail 60 cost?',
    'What does it cost, the Lantern Rail No. 60?',
    'What is the price of the Lantern Rail 60',
    'Lantern Rail: what does the 60 cost? 45',
    '60 Lantern Rail: what does it cost?',
  ])('%s: requires a number within the question', (question) => {
    expect(quotes(question, passageOf('Article\tPrice\nLantern Rail 45\t112'))).toEqual([]);
  });

  it('weights words by their rarity', () => {
    const rarity = new Map([
      ['office', 0.1],
      ['harbour', 5],
      ['lease', 5],
    ]);
    const text = passageOf('The lease at the harbour ends on 30 June.');
    expect(extractiveAnswer('When does the lease of the harbour office end?', [text], 1, rarity)).toHaveLength(1);
    // two thirds of the words are covered, but not the decisive one
    const equal = new Map(['lease', 'harbour', 'submarine'].map((term) => [term, 5]));
    equal.set('end', 0.1);
    expect(extractiveAnswer('When does the submarine lease at the harbour end?', [text], 1, equal)).toEqual([]);
  });

  it('requires the counter word of the question', () => {
    const text = passageOf('試験には3種類の方が参加しました。試験には8名が参加しました。');
    expect(quotes('試験には何人が参加しましたか？', text)).toEqual(['試験には8名が参加しました。']);
    expect(quotes('試験には何人が参加しましたか？', passageOf('試験には3種類の方が参加しました。'))).toEqual([]);
  });

  it.each([
    ['How bright are the shelves?', 'The shelves have 210 lux today.'],
    ['How large was the order of March?', 'The order of March was 2,140 pounds.'],
    ['What ceiling height did the planner assume?', 'The planner assumed a ceiling of 2.6 m.'],
    ['음악은 밤 몇 시까지 틀 수 있어요?', '음악은 밤 아홉 시까지만 틀 수 있습니다.'],
    ['기다리는 시간은 최대 얼마인가요?', '기다리는 시간은 이십 분을 넘기지 않습니다.'],
    ['部品の交換に何分かかりますか？', '部品は10分で交換できる。'],
    ['询价之后多久要上门？', '询价到上门的时间控制在三个工作日以内。'],
  ])('%s: does not require words that name the measure', (question, text) => {
    expect(quotes(question, passageOf(text))).toEqual([text]);
  });

  it.each([
    [
      '매장은 몇 시부터 몇 시까지 운영하나요?',
      '매장은 다음 날 정오까지 운영합니다.',
      '매장은 11시부터 20시까지 운영합니다.',
    ],
    ['店は何時から何時まで営業しますか？', '店は21時に営業を終えます。', '店は11時から20時まで営業します。'],
    ['门店几点到几点营业？', '门店二十一点停止营业。', '门店十一点到二十点营业。'],
    [
      'From what time until what time is the shop open?',
      'The shop is open until noon.',
      'The shop is open from 11 until noon.',
    ],
  ])('%s: requires a range of times', (question, one, range) => {
    expect(quotes(question, passageOf(one))).toEqual([]);
    expect(quotes(question, passageOf(range))).toEqual([range]);
  });

  it.each([
    ['무슨 요일에 쉬나요?', '목공 작업은 화요일에 시작해요.'],
    ['要多少钱？', '摘要要三百元。'],
  ])('%s: is empty if a single character is the only subject', (question, text) => {
    expect(quotes(question, passageOf(text))).toEqual([]);
  });

  it('reads 要 before 約訪 as a separate word', () => {
    expect(quotes('現場要約訪幾家？', passageOf('展會現場約訪 25 家經銷商。'))).toEqual(['展會現場約訪 25 家經銷商。']);
  });

  it('is empty if the question only names a measure', () => {
    expect(quotes('What is the price?', passageOf('The price is 30 pounds.'))).toEqual([]);
  });

  it('quotes a question together with its answer, and each sentence once', () => {
    const text = passageOf('Why is the harbour closed? Because of the ice.');
    expect(quotes('Why is the harbour closed?', text, text)).toEqual([text.text]);
  });

  it('reads an item together with its heading, and a turn without the name of its speaker', () => {
    expect(
      quotes('How much is the budget for printing?', passageOf('Budget\n- Printing: 600 pounds\n- Rent: 900 pounds')),
    ).toEqual(['Printing: 600 pounds']);
    expect(
      quotes('When is the harbour open?', passageOf('Ann: Hello.\nBen: The harbour is open on Monday.', { at: 0 })),
    ).toEqual(['The harbour is open on Monday.']);
  });

  it('copies every quote exactly from its passage', () => {
    const text = passageOf('Delivery takes three weeks from the day on which the order\nreaches the harbour.');
    for (const { passage: at, quote } of extractiveAnswer('How long does delivery to the harbour take?', [text], 1)) {
      expect(at).toBe(0);
      expect(text.text).toContain(quote);
      expect(quote).toBe(text.text);
    }
    expect(quotes('How long does delivery to the harbour take?', text)).toHaveLength(1);
  });
});

describe('sentences', () => {
  const texts = (text: string): string[] => sentencesOf(text, false).map((each) => each.text);

  it('do not end at abbreviations or numbers', () => {
    expect(texts('Ask Dr. Kim, e.g. No. 5 costs 2.50. Then call.')).toEqual([
      'Ask Dr. Kim, e.g. No. 5 costs 2.50.',
      'Then call.',
    ]);
  });

  it('end at each line of a list, and have the position in the text', () => {
    const text = '- one\n2. two. More\n[x] three';
    expect(texts(text)).toEqual(['one', 'two.', 'More', 'three']);
    for (const { text: each, start } of sentencesOf(text, false))
      expect(text.slice(start, start + each.length)).toBe(each);
  });
});
