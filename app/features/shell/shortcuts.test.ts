import { expect, it } from 'vitest';
import { shortcutOf } from './shortcuts';

const press = (
  key: string,
  more: Partial<{ ctrlKey: boolean; metaKey: boolean; altKey: boolean; isComposing: boolean; keyCode: number }> = {},
) => ({ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, keyCode: 0, ...more });
const free = { typing: false, singleKeys: true };

it('opens the palette by Ctrl or Cmd and K, during typing too', () => {
  expect(shortcutOf(press('k', { ctrlKey: true }), { typing: true, singleKeys: false })).toBe('palette');
  expect(shortcutOf(press('K', { metaKey: true }), free)).toBe('palette');
});
it('handles single keys only outside text fields, and when they are enabled', () => {
  expect(shortcutOf(press('c'), free)).toBe('note');
  expect(shortcutOf(press('?'), free)).toBe('help');
  expect(shortcutOf(press('c'), { typing: true, singleKeys: true })).toBeNull();
  expect(shortcutOf(press('c'), { typing: false, singleKeys: false })).toBeNull();
});
it('ignores keys of an input method', () => {
  expect(shortcutOf(press('k', { ctrlKey: true, isComposing: true }), free)).toBeNull();
  expect(shortcutOf(press('c', { keyCode: 229 }), free)).toBeNull();
});
it("ignores the browser's own chords", () => {
  expect(shortcutOf(press('c', { ctrlKey: true }), free)).toBeNull();
  expect(shortcutOf(press('r', { metaKey: true }), free)).toBeNull();
});
