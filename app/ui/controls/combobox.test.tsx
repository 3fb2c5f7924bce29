import { fireEvent, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { act, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '../../../locales/en/common.json';
import { renderInEnglish, shownPage, type Rendered } from '../../../tests/support/component/render';
import { Combobox, type ComboboxOption } from './combobox';

const PEOPLE: readonly ComboboxOption[] = [
  { id: 'emma', label: 'Emma Weber', detail: 'emma@x.example' },
  { id: 'aiko', label: '田中愛子', detail: 'aiko@x.example' },
  { id: 'jin', label: '김진', detail: 'jin@x.example' },
  { id: 'gone', label: 'Emil Gone', isDisabled: true },
];

let rendered: Rendered | null = null;
afterEach(async () => {
  await rendered?.close();
  rendered = null;
});

/** The component on a page of its own; the field once it has loaded. */
async function show(element: JSX.Element): Promise<HTMLInputElement> {
  rendered = await renderInEnglish(element, { common });
  return shownPage().findByRole<HTMLInputElement>('combobox');
}

const changed = vi.fn();
function Several({ trigger, options = PEOPLE }: { trigger?: string; options?: readonly ComboboxOption[] }) {
  const [value, setValue] = useState<string[]>([]);
  return (
    <Combobox
      multiple
      label="People"
      empty="No one found"
      options={options}
      value={value}
      onChange={(ids) => {
        changed(ids);
        setValue(ids);
      }}
      {...(trigger ? { trigger } : {})}
    />
  );
}

const listed = (): string[] =>
  shownPage()
    .queryAllByRole('option')
    .map((option) => option.querySelector('span > span')!.textContent!);
const chips = (): string[] =>
  shownPage()
    .queryAllByRole('button', { name: /^Remove/ })
    .map((chip) => chip.parentElement!.textContent!);
const says = (): string =>
  shownPage()
    .getAllByRole('status')
    .map((each) => each.textContent)
    .join('');
const user = () => userEvent.setup({ document });

test('people are found by typing, chosen with the keyboard, and removed with Backspace', async () => {
  const field = await show(<Several />);
  const keys = user();
  await keys.click(field);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(listed()).toEqual(['Emma Weber', '田中愛子', '김진', 'Emil Gone']);
  await keys.type(field, 'em');
  expect(listed()).toEqual(['Emma Weber', 'Emil Gone']);
  expect(says()).toBe('2 results');
  await keys.keyboard('{ArrowDown}');
  expect(document.getElementById(field.getAttribute('aria-activedescendant')!)?.textContent).toContain('Emma Weber');
  await keys.keyboard('{Enter}');
  expect(chips()).toEqual(['Emma Weber']);
  expect(says()).toContain('Emma Weber added');
  // the list stays open for the next one
  expect([field.value, field.getAttribute('aria-expanded')]).toEqual(['', 'true']);
  await keys.type(field, '김');
  await keys.keyboard('{Enter}');
  expect(chips()).toEqual(['Emma Weber', '김진']);
  await keys.keyboard('{Backspace}');
  expect(chips()).toEqual(['Emma Weber']);
  expect(says()).toContain('김진 removed');
});

test('a chosen option is marked, and choosing it again removes it; a disabled one cannot be chosen', async () => {
  const field = await show(<Several />);
  const keys = user();
  await keys.click(field);
  await keys.click(shownPage().getByRole('option', { name: /Emma/ }));
  expect(shownPage().getByRole('option', { name: /Emma/ }).getAttribute('aria-selected')).toBe('true');
  await keys.click(shownPage().getByRole('option', { name: /Gone/ }));
  expect(chips()).toEqual(['Emma Weber']);
  await keys.click(shownPage().getByRole('option', { name: /Emma/ }));
  expect(chips()).toEqual([]);
});

test('the arrow keys reach the chips; Delete removes one', async () => {
  const field = await show(<Several />);
  const keys = user();
  for (const name of ['Emma', '田中']) await keys.type(field, `${name}{Enter}`);
  await keys.keyboard('{ArrowLeft}{ArrowLeft}{Delete}');
  expect(chips()).toEqual(['田中愛子']);
  expect(document.activeElement).toBe(field);
});

test('Escape closes the list, not the dialog around it; the next one reaches the dialog', async () => {
  const escaped = vi.fn();
  const field = await show(
    <div onKeyDown={({ key }) => key === 'Escape' && escaped()}>
      <Several />
    </div>,
  );
  const keys = user();
  await keys.click(field);
  await keys.keyboard('{Escape}');
  expect([field.getAttribute('aria-expanded'), escaped.mock.calls.length]).toEqual(['false', 0]);
  await keys.keyboard('{Escape}');
  expect(escaped).toHaveBeenCalledOnce();
});

test('an empty text and a list without a match keep the list open', async () => {
  const field = await show(<Several />);
  const keys = user();
  await keys.type(field, 'zz');
  expect(shownPage().getByText('No one found').closest('[hidden]')).toBeNull();
  await keys.clear(field);
  expect([listed().length, field.getAttribute('aria-expanded')]).toEqual([4, 'true']);
});

/** One step of a composition, in the order of browsers: the update comes before the change. */
const compose = (field: HTMLInputElement, data: string): Promise<void> =>
  act(async () => {
    fireEvent.compositionUpdate(field, { data });
    fireEvent.change(field, { target: { value: data } });
  });

test('keys of an input method neither choose, remove nor close anything', async () => {
  const around = vi.fn();
  const field = await show(
    <div onKeyDown={around}>
      <Several />
    </div>,
  );
  const keys = user();
  await keys.type(field, 'Emma{Enter}');
  changed.mockClear();
  around.mockClear();
  await act(async () => {
    fireEvent.compositionStart(field);
  });
  await compose(field, 'たなか');
  // kana is not searched for
  expect(listed()).toHaveLength(4);
  await compose(field, '田中');
  for (const key of ['Enter', 'Escape', 'ArrowDown', 'Backspace'])
    for (const how of [{ isComposing: true }, { keyCode: 229 }])
      await act(async () => {
        fireEvent.keyDown(field, { key, ...how });
      });
  expect(changed).not.toHaveBeenCalled();
  expect(around).not.toHaveBeenCalled();
  expect([field.value, field.getAttribute('aria-expanded'), field.hasAttribute('aria-activedescendant')]).toEqual([
    '田中',
    'true',
    false,
  ]);
  await act(async () => {
    fireEvent.compositionEnd(field, { data: '田中' });
  });
  expect(listed()).toEqual(['田中愛子']);
  await act(async () => {
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
  });
  expect(chips()).toEqual(['Emma Weber', '田中愛子']);
});

test.each(['@', '＠'])('after %s options are offered, and the choice takes the place of the word', async (trigger) => {
  const field = await show(<Several trigger="@" />);
  const keys = user();
  await keys.type(field, 'ask ');
  expect(listed()).toEqual([]);
  await keys.type(field, `${trigger}em`);
  expect(listed()).toEqual(['Emma Weber', 'Emil Gone']);
  await keys.keyboard('{Enter}');
  expect([chips(), field.value]).toEqual([['Emma Weber'], 'ask ']);
  await keys.tab();
  expect(field.value).toBe('ask ');
});

test('one of many: the field shows the choice, and again after leaving a text that is no choice', async () => {
  function One() {
    const [value, setValue] = useState('emma');
    return <Combobox aria-label="Colleague" options={PEOPLE} value={value} onChange={setValue} />;
  }
  const field = await show(<One />);
  const keys = user();
  expect(field.value).toBe('Emma Weber');
  await keys.clear(field);
  await keys.type(field, '田中{Enter}');
  expect([field.value, field.getAttribute('aria-expanded')]).toEqual(['田中愛子', 'false']);
  await keys.type(field, ' and more');
  await keys.tab();
  expect(field.value).toBe('田中愛子');
});

test('free text: Enter submits what was typed, an arrow and Enter choose an option', async () => {
  const submitted = vi.fn();
  const chosen = vi.fn();
  function Free() {
    const [text, setText] = useState('');
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitted(text);
        }}
      >
        <Combobox label="Add" options={PEOPLE} value={null} onChange={chosen} text={text} onTextChange={setText} />
        <button type="submit">Add</button>
      </form>
    );
  }
  const field = await show(<Free />);
  const keys = user();
  await keys.type(field, 'Em{Enter}');
  expect([submitted.mock.calls, chosen.mock.calls]).toEqual([[['Em']], []]);
  await keys.type(field, 'ma{ArrowDown}{Enter}');
  expect([submitted.mock.calls.length, chosen.mock.calls]).toEqual([1, [['emma']]]);
});

test('a long list renders its first part and says how many there are beside', async () => {
  const many = Array.from({ length: 130 }, (_, i) => ({ id: String(i), label: `Person ${i}` }));
  const field = await show(<Several options={many} />);
  await user().click(field);
  expect(shownPage().getAllByRole('option')).toHaveLength(50);
  await waitFor(() => shownPage().getByText('80 more. Type to narrow the list.'));
  expect(within(shownPage().getByRole('listbox')).getAllByRole('option')[49]!.textContent).toBe('Person 49');
});
