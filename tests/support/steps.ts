/** Steps that end-to-end tests share: actions and waits of a person, in the English texts. */
import { expect, type Locator, type Page } from '@playwright/test';
import { hasServiceWorker } from './device';
import { text } from './texts';

export const PASSWORD = 'Satchel-demo-1';
export const emailOf = (name: 'emma' | 'misaki' | 'jihoon' | 'yating' | 'ming'): string =>
  `${name}@demo.satchel.example`;

const HOME = '/search';

export { text };

/**
 * Signs in with the call of the sign-in form and ends at `to`, with all visible documents synced. Tests of signing in fill
 * the form instead (`fillSignIn`).
 */
export async function signIn(page: Page, url: string, email: string, to = HOME): Promise<void> {
  const headers = { origin: url, 'user-agent': await page.evaluate(() => navigator.userAgent) };
  const answer = await page.request.post(`${url}/api/organization/user/login/password`, {
    headers,
    data: { email, password: PASSWORD },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await load(page, url, to);
  await waitForShell(page);
}

/** Fills and sends the open sign-in form. */
export async function fillSignIn(page: Page, email: string, password = PASSWORD, language = 'en'): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: text('auth', 'signIn', {}, language) }).click();
}

/** The sync status at the foot of the sidebar, by its state: `quiet` if the server has everything. */
export const syncStatus = (page: Page): Locator => page.locator('.frame-sidebar [data-sync-status]');

/**
 * Waits until the app works offline: the service worker controls the page if there is one, and the first sync has ended.
 */
export async function waitForShell(page: Page): Promise<void> {
  if (hasServiceWorker(page.context())) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await waitUntilSent(page);
}

/** Waits until no change is pending and the server is reachable. Conflict versions may remain. */
export async function waitUntilSent(page: Page): Promise<void> {
  await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /^(quiet|conflictVersions)$/);
}

/**
 * Whether a path is a screen of the workspace: one document serves all of them, and the browser renders them. Others are
 * rendered by the server.
 */
export const isDrawnHere = (path: string): boolean => !/^\/(admin|auth|no-access)/.test(path);

/**
 * Opens an address of the app: by client-side navigation if the app is open (through the home screen from one note to
 * another), which takes a tenth of the time of a load; otherwise by a load.
 */
export async function open(page: Page, url: string, path: string): Promise<void> {
  const screenOf = (at: string): string =>
    new URL(at, url).pathname
      .split('/')
      .filter((_, i) => i % 2 === 1)
      .join('/');
  const ways = screenOf(page.url()) === screenOf(path) ? [HOME, path] : [path];
  const isNear =
    page.url().startsWith(`${url}/`) &&
    [page.url(), path].every((at) => isDrawnHere(new URL(at, url).pathname)) &&
    screenOf(page.url()) !== screenOf(ways[0]!);
  for (const way of isNear ? ways : []) if (!(await follow(page, way))) break;
  const current = new URL(page.url());
  if (!isNear || current.pathname + current.search !== path) await page.goto(`${url}${path}`);
  await expect(page.locator('.frame')).toBeVisible();
}

/** Opens an address of the app: a cold load from the service worker. */
export async function load(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}${path}`);
  await expect(page.locator('.frame')).toBeVisible();
}

/**
 * Navigates to an address like a link in the page, until another screen is rendered. Returns false if an overlay is open,
 * or the page does not handle links yet.
 */
export async function follow(page: Page, path: string): Promise<boolean> {
  if (
    !page.url().startsWith('http') ||
    (await page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu')).count()) > 0
  )
    return false;
  // A page that leads to another address, or reloads, is no longer at the requested one.
  const isThere = await page
    .evaluate(async (to) => {
      const router = (window as { __remixRouter?: { navigate(to: string): Promise<void> } }).__remixRouter;
      const loaded = performance.timeOrigin;
      await router?.navigate(to);
      return router !== undefined && performance.timeOrigin === loaded && location.pathname + location.search === to;
    }, path)
    .catch(() => false);
  if (isThere) await expect(page.locator('main')).toHaveAttribute('data-location', path);
  return isThere;
}

/** The text of the open note. */
export const noteText = (page: Page, language = 'en'): Locator =>
  page.getByRole('textbox', { name: text('note', 'editor.label', {}, language) });
export const noteTitle = (page: Page, language = 'en'): Locator =>
  page.getByRole('textbox', { name: text('note', 'title.label', {}, language), exact: true });

/** Waits until the open note's text is editable. */
export async function waitForEditor(page: Page, language = 'en'): Promise<Locator> {
  await expect(page.locator('[data-note-editor="ready"][data-writable="true"]')).toBeVisible();
  return noteText(page, language);
}

/** Waits until typed text is durable on this device. */
export async function waitUntilKept(page: Page): Promise<void> {
  await expect(page.locator('[data-save-state="saved"]')).toBeVisible();
}

/** Creates a project through the form; ends at its page. Returns its id. */
export async function createProject(page: Page, url: string, title: string, language = 'en'): Promise<string> {
  await open(page, url, '/my-base/project?new=1');
  const form = page.getByRole('dialog');
  await form.getByLabel(text('project', 'form.title', {}, language)).fill(title);
  await form.getByRole('button', { name: text('project', 'create.submit', {}, language) }).click();
  await page.waitForURL(/\/project\/[^/?]+$/);
  return page.url().split('/').at(-1)!;
}

/** Opens the editor of a new note, which is created with its first edit. */
export async function openNewNote(page: Page, url: string, projectId: string): Promise<void> {
  await open(page, url, `/project/${projectId}/note/new`);
  await waitForEditor(page);
}

/** Writes a new note with a title and paragraphs; ends in its editor. Returns its path. */
export async function writeNote(
  page: Page,
  url: string,
  projectId: string,
  title: string,
  paragraphs: string[],
  language = 'en',
): Promise<string> {
  await open(page, url, `/project/${projectId}/note/new`);
  const editor = await waitForEditor(page, language);
  await noteTitle(page, language).fill(title);
  await editor.click();
  for (const [at, paragraph] of paragraphs.entries()) {
    if (at > 0) await page.keyboard.press('Enter');
    await page.keyboard.insertText(paragraph);
  }
  await page.waitForURL((at) => !at.pathname.endsWith('/new'));
  await waitUntilKept(page);
  return new URL(page.url()).pathname;
}

/** The paragraphs of the open note. */
export const paragraphs = (page: Page): Promise<string[]> => noteText(page).locator('p').allInnerTexts();
