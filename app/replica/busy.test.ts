import { afterEach, expect, it } from 'vitest';
import { busyReasons, isBusy, setBusy } from './busy';

afterEach(() => {
  for (const key of ['recorder', 'note:a', 'note:b']) setBusy(key, null);
});

it('is busy until the last feature has finished', () => {
  setBusy('note:a', 'unsavedText');
  setBusy('recorder', 'recording');
  setBusy('note:a', null);
  expect(isBusy()).toBe(true);
  expect(busyReasons()).toEqual(['recording']);
  setBusy('recorder', null);
  expect(isBusy()).toBe(false);
});

it('names a reason once, however many features have it', () => {
  setBusy('note:a', 'unsavedText');
  setBusy('note:b', 'unsavedText');
  expect(busyReasons()).toEqual(['unsavedText']);
  setBusy('note:a', null);
  expect(busyReasons()).toEqual(['unsavedText']);
});

it('returns the same snapshot while nothing changes', () => {
  setBusy('recorder', 'recording');
  const before = busyReasons();
  setBusy('recorder', 'recording');
  expect(busyReasons()).toBe(before);
});
