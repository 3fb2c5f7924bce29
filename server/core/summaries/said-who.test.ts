import { expect, it } from 'vitest';
import type { SummarySources } from './sources';
import { SaidWho } from './said-who';

const passage = (no: number, text: string) => ({ no, text, segmentId: '', lead: '' });
const who = new SaidWho({
  meeting: { participants: [{ name: 'Ben Carter' }, { name: '佐藤 美咲' }] } as unknown as SummarySources['meeting'],
  note: [passage(1, 'Ask the Design team')],
  transcript: [
    passage(2, 'Mei will send it, and kim marks the shops.'),
    passage(3, '高橋さんがサンプルを送ります。'),
    passage(4, '지훈 씨가 제출합니다.'),
  ],
});

it.each([
  ['Ben', 'Ben'],
  ['Carter, Ben', 'Carter, Ben'],
  ['ben carter', 'ben carter'],
  ['Ms. Mei', 'Ms. Mei'],
  ['the design team', 'the design team'],
  ['Design team', 'Design team'],
  ['佐藤', '佐藤'],
  ['高橋さん', '高橋さん'],
  ['高橋様', '高橋様'],
  ['지훈', '지훈'],
  ['佐藤美咲さん', '佐藤美咲さん'],
  ['佐藤部長', '佐藤部長'],
  ['지훈 과장', '지훈 과장'],
  ['高桥', '高桥'],
  ['@Ben', '@Ben'],
  ['Ben (design)', 'Ben (design)'],
  // invented
  ['Carla', ''],
  ['Ben Miller', ''],
  ['Will', ''],
  ['さとし', ''],
  ['田中', ''],
  ['Me', ''],
  ['', ''],
  // of several people those who are known
  ['Ben and Carla', 'Ben'],
  ['Mei, Carla & Ben', 'Mei, Ben'],
  ['高橋と田中', '高橋'],
])('of %j, %j is supported', (given, supported) => expect(who.supported(given)).toBe(supported));
