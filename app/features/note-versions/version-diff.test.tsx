import { within } from '@testing-library/dom';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../sync/merge/note-markdown';
import { VersionDiff } from './version-diff';

test('renders pictures and tables, without Markdown or ids', () => {
  const then = '![The harbour](image:0swq1a2b3c)\n\n| Item | Price |\n| --- | --- |\n| Chair | 40 |';
  const now = '| Item | Price |\n| --- | --- |\n| Chair | 45 |\n\n---';
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    <VersionDiff contentId="n1" then={parseMarkdown(then)} now={parseMarkdown(now)} />,
  );
  expect(place.textContent).not.toMatch(/0swq|\||---|!\[/);
  expect(place.querySelector('figure del')?.textContent).toContain('The harbour');
  const table = within(place).getByRole('table');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Item', 'Price']);
  expect(table.querySelector('td del')?.textContent).toContain('40');
  expect(table.querySelector('td ins')?.textContent).toContain('45');
  expect(place.querySelector('hr')).not.toBeNull();
});
