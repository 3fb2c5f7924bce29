import { fireEvent, waitFor, within } from '@testing-library/dom';
import { createInstance } from 'i18next';
import { act } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import common from '../../locales/en/common.json';
import errors from '../../locales/en/errors.json';
import project from '../../locales/en/project.json';
import templates from '../../locales/en/templates.json';
import { render, shownPage } from '../support/component/render';
import { faultsOf } from '../../app/features/templates/template-editor';
import { TemplatePicker } from '../../app/features/templates/template-picker';
import { TestRun } from '../../app/features/templates/test-run';

const run = vi.hoisted(() => vi.fn(() => Promise.resolve(null)));
const rows = vi.hoisted(() => ({
  templates: [
    {
      id: 'own1',
      title: 'Shop visit',
      content: 'For visits.\n\n## Promised\nWhat, by whom.',
      categoryId: 'communication',
      langType: 'en',
      creatorId: 'ann',
    },
  ],
  meetings: [{ id: 'm1', title: 'Launch' }],
}));
vi.mock('~/replica/client', () => ({ run }));
vi.mock('~/replica/hooks', () => ({
  useAccount: () => ({ userId: 'ann' }),
  useQuery: (query: { kind: string; collection: 'templates' | 'meetings' } | null) =>
    query?.kind === 'find' ? rows[query.collection] : { favouriteTemplateIds: ['talk'] },
}));
vi.mock('~/i18n/client', () => ({ loadNamespaces: () => Promise.resolve(null) }));

const english = createInstance();
beforeEach(async () => {
  run.mockClear();
  await english.init({ lng: 'en', resources: { en: { templates, common, project, errors } } });
});

async function openPicker() {
  const [onChoose, onClose] = [vi.fn(), vi.fn()];
  const { close } = await render(
    <I18nextProvider i18n={english}>
      <TemplatePicker language="en" onChoose={onChoose} onClose={onClose} />
    </I18nextProvider>,
  );
  await waitFor(() => shownPage().getByRole('option', { name: /Weekly meeting/ }));
  return { onChoose, onClose, close };
}
const press = (element: HTMLElement) => act(async () => fireEvent.click(element));
const titles = (): string[] =>
  shownPage()
    .getAllByRole('option')
    .map((option) => option.getAttribute('aria-label') ?? option.textContent ?? '');

test('lists favourites first, searches headings, and previews, marks and uses a template, by keys too', async () => {
  const { close, onChoose } = await openPicker();
  const use = () => shownPage().getByRole('button', { name: templates.picker.use }) as HTMLButtonElement;
  expect(use().disabled).toBe(true);
  expect(titles()).toHaveLength(25);
  expect(titles()[0]).toContain('Talk or lecture');
  expect(titles()[1]).toContain('Shop visit');

  const list = shownPage().getByRole('listbox');
  await act(async () => list.focus());
  const key = (name: string) =>
    act(async () => {
      fireEvent.keyDown(document.activeElement!, { key: name });
      fireEvent.keyUp(document.activeElement!, { key: name });
    });
  await key('ArrowDown');
  await key('Enter');
  expect(onChoose.mock.calls).toEqual([['own1']]);

  const preview = within(shownPage().getByRole('article'));
  await preview.findByRole('heading', { name: 'Promised' });
  await preview.findByText('For visits.');
  await press(preview.getByRole('button', { name: 'Favorite “Shop visit”' }));
  expect(run).toHaveBeenCalledWith('template.favourite', { id: 'own1', isFavourite: true });

  await act(async () => fireEvent.change(shownPage().getByRole('searchbox'), { target: { value: 'timeline' } }));
  expect(titles()).toHaveLength(1);
  await press(shownPage().getByRole('option', { name: /Incident review/ }));
  await press(use());
  expect(onChoose).toHaveBeenLastCalledWith('incident-review');
  await close();
});

test('a draft needs a name and content within their limits', () => {
  expect(faultsOf({ title: ' ', content: '\n' })).toEqual({ title: 'required', content: 'required' });
  expect(faultsOf({ title: 'x'.repeat(121), content: 'x'.repeat(40_001) })).toEqual({
    title: 'tooLong',
    content: 'tooLong',
  });
  expect(faultsOf({ title: 'x'.repeat(120), content: 'x'.repeat(40_000) })).toEqual({ title: '', content: '' });
});

test('a test run shows its summary, or why there is none', async () => {
  const answers = [Promise.reject(new Error('x')), Promise.resolve('## Promised\nA lamp.')];
  answers[0]!.catch(() => undefined);
  const testRun = vi.fn(() => answers.shift()!);
  const draft = { title: 'T', content: '## Promised', langType: 'en' as const };
  const { place, close } = await render(
    <I18nextProvider i18n={english}>
      <TestRun draft={draft} isReady run={testRun} />
    </I18nextProvider>,
  );
  const select = place.querySelector('select')!;
  await act(async () => fireEvent.change(select, { target: { value: 'm1' } }));
  const button = within(place).getByRole('button', { name: templates.test.run });
  await press(button);
  await within(place).findByRole('alert');
  await press(button);
  await within(place).findByText(/A lamp/);
  expect(testRun).toHaveBeenCalledWith(
    { meetingId: 'm1', title: 'T', content: '## Promised', language: 'en' },
    expect.any(AbortSignal),
  );
  await close();
});
