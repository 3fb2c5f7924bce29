import { expect, it } from 'vitest';
import { LONGEST_NAME, nameInMail } from './names';

const person = (name: string): string => nameInMail(name, LONGEST_NAME.person);

it.each([
  ['佐藤 美咲', '佐藤 美咲'],
  ['김지훈', '김지훈'],
  ["Seán O'Brien-Ní Dhómhnaill", "Seán O'Brien-Ní Dhómhnaill"],
  ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
  ['Dr. Emma Clarke', 'Dr. Emma Clarke'],
  ['株式会社ランタン', '株式会社ランタン'],
  ['Müller & Co. KG', 'Müller & Co. KG'],
  ['Team: Alpha', 'Team: Alpha'],
  ['Studio 3.5', 'Studio 3.5'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
  ['क्ष', 'क्ष'],
  ['می‌خواهم', 'می‌خواهم'],
])('%s stays unchanged', (name, shown) => {
  expect(person(name)).toBe(shown);
});

it.each([
  ['Booking.com', 'Booking com'],
  ['https://evil.example/a b', 'b'],
  ['See evil.example/login', 'See evil example/login'],
  ['a@evil.example', 'a evil example'],
  ['请访问evil.com领取', '请访问evil com领取'],
  ['A\r\n\tB', 'A B'],
  ['x\u202egnp', 'xgnp'],
  ['Acme “Best” Ltd', 'Acme Best Ltd'],
  ['에이스’ 조직: ‘비밀번호', '에이스 조직: 비밀번호'],
  ['Seán O’Brien', 'Seán O’Brien'],
  ['\u200b \u2066', ''],
  ['https://evil.example', ''],
  ['a'.repeat(50), `${'a'.repeat(40)}…`],
])('of %j becomes %j', (name, shown) => {
  expect(person(name)).toBe(shown);
});
