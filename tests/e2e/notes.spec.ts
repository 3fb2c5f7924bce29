/** Notes in a real browser: what the editor's unit tests cannot cover without a DOM. */
import type { Page } from '@playwright/test';
import { projectCalls } from '../../server/core/projects/contract';
import type { Company } from '../support/company';
import { expect, test } from '../support/e2e';
import { openOwner } from '../support/owner-page';
import {
  createProject,
  noteText,
  noteTitle,
  openNewNote,
  signIn,
  text,
  waitForEditor,
  waitUntilKept,
  waitUntilSent,
} from '../support/steps';

let company: Company;
let page: Page;
let url: string;
test.beforeAll(async ({ satchel, browser }) => {
  ({ company, page, url } = await openOwner(satchel, browser));
});
test.afterAll(() => page.context().close());

const paste = (html: string): Promise<void> =>
  page.evaluate((markup) => {
    const data = new DataTransfer();
    data.setData('text/html', markup);
    document
      .querySelector('.note')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, html);

let projects = 0;
/** Starts a note in a new project with a unique title. Returns the project's id. */
async function newNote(): Promise<string> {
  const projectId = await createProject(page, url, `Editor ${(projects += 1)}`);
  await openNewNote(page, url, projectId);
  return projectId;
}

test('a note is created with its first edit, is formatted during typing, and is stored', async () => {
  await newNote();
  await expect(page.locator('[data-sync-state]')).toHaveCount(0);
  await noteTitle(page).fill('Rivers');
  await page.waitForURL(/\/note\/(?!new$)[^/]+$/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('# Rivers\nThe **Sumida** flows\n- one\ntwo\n');
  await page.keyboard.press('Tab');
  await page.keyboard.type('deep\n\n\n[ ] swim\n\n');
  const line = await page.context().newCDPSession(page);
  await line.send('Input.imeSetComposition', { text: 'すみだ', selectionStart: 3, selectionEnd: 3 });
  await expect(page.locator('[data-save-state="saving"]')).toBeVisible();
  await line.send('Input.insertText', { text: '隅田川' });
  await waitUntilKept(page);
  await noteText(page).getByRole('checkbox').click();
  await expect(noteText(page).locator('[data-kind=task]')).toHaveAttribute('data-checked', 'true');
  await waitUntilKept(page);
  await page.reload();
  const note = await waitForEditor(page);
  await expect(note.locator('h2')).toHaveText('Rivers');
  await expect(note.locator('strong')).toHaveText('Sumida');
  await expect(note.locator('ul[data-indent="1"]')).toHaveText('deep');
  await expect(note).toContainText('隅田川');
  await expect(note).not.toContainText('すみだ');
});

test('an invalid title stays in its field with the reason, and the note keeps its last valid one', async () => {
  await newNote();
  await noteTitle(page).fill('Good');
  await page.waitForURL(/\/note\/(?!new$)[^/]+$/);
  await noteTitle(page).fill('あ'.repeat(121));
  await expect(page.getByRole('alert')).toHaveText(text('note', 'title.tooLong'));
  await page.reload();
  await expect(noteTitle(page)).toHaveValue('あ'.repeat(121));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good');
  await noteTitle(page).fill('');
  await expect(page.getByRole('alert')).toHaveText(text('note', 'required.title'));
});

test('pasted content keeps its format and contains no script', async () => {
  await newNote();
  await noteText(page).click();
  await paste(
    '<h1>Top</h1><ul><li>a<ul><li>b</li></ul></li></ul><p><a href="javascript:alert(1)">bad</a> <a href="https://ok.example">ok</a></p><script>alert(1)</script><blockquote>q</blockquote>',
  );
  const note = noteText(page);
  await expect(note.locator('h2')).toHaveText('Top');
  await expect(note.locator('ul[data-indent="1"]')).toHaveText('b');
  await expect(note.locator('[data-quote=true]')).toHaveText('q');
  await expect(note.locator('a')).toHaveCount(1);
  await expect(note).not.toContainText('alert');
});

test('a colleague can read but not write', async ({ openPage }) => {
  const projectId = await newNote();
  await waitUntilSent(page);
  await company.owner.api.call(projectCalls.setShare, {
    projectId,
    shareRange: 'company',
    departmentIds: [],
    userIds: [],
  });
  await noteText(page).click();
  await page.keyboard.type('Only mine to change');
  await waitUntilKept(page);
  await page.waitForURL(/\/note\/(?!new$)[^/]+$/);
  await expect(page.locator('.foot-bar [data-sync-state=onServer]')).toBeVisible();
  await waitUntilSent(page);
  const colleague = await company.addMember('Misaki Sato');
  const other = await openPage();
  await signIn(other, url, colleague.email);
  await other.goto(page.url());
  await expect(other.locator('[data-note-editor=ready][data-writable=false] .note')).toContainText(
    'Only mine to change',
  );
  await expect(other.getByRole('toolbar')).toHaveCount(0);
});
