/** Input methods: text is not searched before its conversion, and the Enter that ends a composition chooses nothing. */
import { act } from 'react';
import { fireEvent, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openPage, until } from '../support/component/page';
import { demoPerson } from '../support/component/server';

/** One step of a composition in the event order of browsers: the update precedes the change. */
const compose = (field: HTMLInputElement, data: string): Promise<void> =>
  act(async () => {
    fireEvent.compositionUpdate(field, { data });
    fireEvent.change(field, { target: { value: data } });
  });

test('home searches for Japanese after conversion, and for Korean during composition', async () => {
  const page = await openPage({ person: demoPerson('emma'), path: '/search' });
  await page.sent();
  const field = (): HTMLInputElement => page.getByRole('textbox', { name: page.text('ask', 'home.label') });
  /** this heading is shown only without a search */
  const recent = (): HTMLElement | null =>
    page.queryByRole('heading', { name: page.text('shell', 'home.recentNotes') });
  await until(field);
  await act(async () => {
    fireEvent.compositionStart(field());
  });
  await compose(field(), 'きかく');
  expect(field().value).toBe('きかく');
  expect(recent()).not.toBeNull();
  await compose(field(), '企画書');
  expect(recent()).not.toBeNull();
  await act(async () => {
    fireEvent.compositionEnd(field(), { data: '企画書' });
  });
  await until(() => expect(recent()).toBeNull());

  await page.fill(field, '');
  await until(() => expect(recent()).not.toBeNull());
  await act(async () => {
    fireEvent.compositionStart(field());
  });
  await compose(field(), '팝');
  await until(() => expect(recent()).toBeNull());
});

test('the Enter that ends a composition chooses no command', async () => {
  const page = await openPage({ person: demoPerson('emma'), path: '/search' });
  await page.sent();
  await act(async () => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  });
  const palette = await page.dialog();
  const field = palette.getByRole('searchbox');
  const keys: number[] = [];
  field.addEventListener('keydown', ({ keyCode }) => keys.push(keyCode));
  // Safari: the key event follows compositionend, and only keyCode 229 identifies it
  await act(async () => {
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 229 });
  });
  expect(page.queryByRole('dialog')).not.toBeNull();
  await act(async () => {
    fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 13 });
  });
  expect(keys).toEqual([13]);
});

test('texts of people have a language attribute of their own, independent of the screen', async () => {
  const page = await openPage({ person: demoPerson('emma'), path: '/my-base/project' });
  await page.sent();
  await until(() => expect(page.getByText('성수동 팝업 스토어').getAttribute('lang')).toBe('ko'));
  const list = within(page.element('main')!);
  expect(list.getByText('Spring release of the Lantern app').getAttribute('lang')).toBe('en');
});
