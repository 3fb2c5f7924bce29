import { expect, it } from 'vitest';
import { fold } from './fold';

/** The original offset of each folded unit, and of the end. */
const ways = (text: string): [string, number[]] => {
  const folded = fold(text);
  return [folded.text, Array.from({ length: folded.text.length + 1 }, (_, i) => folded.offsets.at(i))];
};
const plain = (n: number, from = 0): number[] => Array.from({ length: n }, (_, i) => from + i);

it.each<[string, string, number[]]>([
  ['帳簿カメラÉ', '账簿かめらe', plain(7)],
  // what takes the next character along, or folds to more or less than it was
  ['案ｶﾞ案', '案が案', [0, 1, 3, 4]],
  ['か\u3099e\u0301x', 'がex', [0, 2, 4, 5]],
  ['\u1112\u1161\u11ab글', '한글', [0, 3, 4]],
  ['Straße é', 'strasse e', [0, 1, 2, 3, 4, 4, 5, 6, 7, 8]],
  ['ヴァ葛', 'ば葛', [0, 2, 3]],
  // the form of a character in a name
  ['葛\u{e0100}城', '葛城', [0, 3, 4]],
  ['辻\ufe00', '辻', [0, 2]],
  // characters of two units stay so
  ['😀帳𠮷', '😀账𠮷', plain(6)],
  ['é\ud83d', 'e\ud83d', plain(3)],
])('folds %j to %j with the way back', (text, folded, offsets) => {
  expect(ways(text)).toEqual([folded, offsets]);
});

it('folds a long text as its pieces', () => {
  const pieces = ['帳', 'カ', 'a', 'ｶﾞ', 'ß', 'é', '한', '😀', 'e\u0301', ' '];
  const text = Array.from({ length: 20_000 }, (_, i) => pieces[(i * 7 + (i >> 4)) % pieces.length]!);
  expect(fold(text.join('')).text).toBe(text.map((piece) => fold(`é${piece}`).text.slice(1)).join(''));
});
