import { expect, it } from 'vitest';
import { toastOffset, type Bar } from './toast-offset';

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1280, height: 800 };
const bar = (left: number, right: number, top: number, bottom: number): Bar => ({ left, right, top, bottom });

it.each<[string, Bar[], { width: number; height: number }, number]>([
  ['at the lower end without bars', [], LAPTOP, 24],
  ['at the lower end of a phone without bars', [], PHONE, 16],
  ['above the navigation of a phone', [bar(0, 390, 788, 844)], PHONE, 72],
  ['above a selection bar that stands on the navigation', [bar(20, 370, 728, 776), bar(0, 390, 788, 844)], PHONE, 132],
  ['above the field of a chat', [bar(260, 1280, 680, 800)], LAPTOP, 144],
  ['beside a bar that ends left of them', [bar(400, 880, 740, 788)], LAPTOP, 24],
  ['below a bar in the middle of the window', [bar(260, 1280, 400, 450)], LAPTOP, 24],
  ['above a bar that stands within the stack', [bar(260, 1280, 640, 690)], LAPTOP, 184],
  ['at the lower end if the bar is scrolled out below', [bar(260, 1280, 820, 870)], LAPTOP, 24],
  ['in the window if a bar fills it', [bar(0, 390, 10, 844)], PHONE, 734],
])('puts toasts %s', (_place, bars, window, offset) => {
  expect(toastOffset(bars, window)).toBe(offset);
});
