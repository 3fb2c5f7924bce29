/** Accessibility of every screen: WCAG 2.2 AA by axe, both themes, wide and narrow, keyboard only, zoomed. */
import type { Page } from '@playwright/test';
import { examine, findings, scrollsSideways, settled, WIDE, ZOOMED } from '../support/axe';
import type { BadProxy } from '../support/bad-proxy';
import { expect, openLine, openShared, test } from '../support/e2e';
import { findScreenContext, go, SCREEN_PARTS, type ScreenContext } from '../support/screens';
import {
  createProject,
  emailOf,
  isDrawnHere,
  signIn,
  syncStatus,
  text,
  waitForEditor,
  waitUntilSent,
} from '../support/steps';

let line: BadProxy;
let context: ScreenContext;
/** unexpected messages of the browser's console */
let complaints: string[] = [];

test.beforeAll(async ({ satchel, browser }) => {
  line = await openLine(satchel);
  const page = await openShared(browser, { offline: true });
  listen(page);
  await signIn(page, line.url, emailOf('emma'));
  context = await findScreenContext(page, line.url, 'en');
});
test.afterAll(async () => {
  await context.page.context().close();
  await line.close();
});
test.beforeEach(() => {
  complaints = [];
});

function listen(page: Page): void {
  page.on('pageerror', (error) => complaints.push(`${new URL(page.url()).pathname}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${new URL(page.url()).pathname}: ${message.text()}`);
  });
}

// narrow and dark they are tested in screens-japanese.spec.ts
for (const [part, screens] of SCREEN_PARTS.entries())
  test(`every screen is accessible, wide in the light theme, without console messages: part ${part + 1}`, async () => {
    const found: string[] = [];
    // without motion, as four waits per screen would be needed for fades
    await context.page.emulateMedia({ reducedMotion: 'reduce' });
    for (const screen of screens) {
      // each document is loaded once: server rendering must match the browser's
      await screen.open({ ...context, navigates: isDrawnHere });
      if (await scrollsSideways(context.page)) found.push(`${screen.name}: scrolls sideways`);
      found.push(...(await findings(context.page, screen.name)));
    }
    await context.page.emulateMedia({ reducedMotion: null });
    expect(found).toEqual([]);
    expect(complaints).toEqual([]);
  });

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const box = element.getBoundingClientRect();
    const outline = (of: HTMLElement): boolean => {
      const style = getComputedStyle(of);
      return (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none';
    };
    return {
      name:
        element.getAttribute('aria-label') ??
        (element.innerText || element.getAttribute('placeholder') || element.getAttribute('name') || ''),
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      inDialog: Boolean(element.closest('[role=dialog]')),
      inToolbar: Boolean(element.closest('[role=toolbar]')),
      // a text field shows its focus by the caret and its frame, a field of a group by the group
      visible:
        outline(element) ||
        [
          ...(function* () {
            for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) yield up;
          })(),
        ]
          .slice(0, 3)
          .some(outline) ||
        element.isContentEditable,
      inView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    };
  });

test('the Tab key reaches everything with visible focus, and the skip link the content', async () => {
  const { page } = context;
  await go(context, '/search');
  await page.keyboard.press('Tab');
  expect((await focused(page)).name).toBe(text('shell', 'skip'));
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  const path = `/project/${context.projectId}`;
  const wanted: Record<string, string[]> = {
    '/search': [
      text('shell', 'newKnowledge'),
      text('shell', 'navigation.projects'),
      text('shell', 'new.record'),
      text('shell', 'new.note'),
      text('shell', 'new.upload'),
      text('shell', 'new.project'),
    ],
    '/my-base/project': [text('project', 'create.action'), text('project', 'filters.created')],
    [path]: [text('project', 'notes.new'), text('project', 'tabs.meetings')],
    '/meeting-notes': [text('meeting', 'list.record'), text('meeting', 'list.upload')],
    '/settings': [text('settings', 'section.storage')],
  };
  for (const [address, names] of Object.entries(wanted)) {
    await go(context, address);
    const reached: string[] = [];
    const hidden: string[] = [];
    for (let i = 0; i < 60; i += 1) {
      await page.keyboard.press('Tab');
      await settled(page);
      const at = await focused(page);
      if (at.role === 'body') break;
      reached.push(at.name.trim());
      if (!at.visible || !at.inView) hidden.push(`${address}: ${at.role} ${at.name}`);
    }
    for (const name of names)
      expect(
        reached.some((r) => r.startsWith(name)),
        `${address}: ${name} in ${reached.join(' | ')}`,
      ).toBe(true);
    expect(hidden).toEqual([]);
  }
});

test('menus and dialogs work by keyboard, keep the focus and return it', async () => {
  const { page } = context;
  await go(context, `/project/${context.projectId}`);
  const trigger = page.locator('main button[aria-haspopup="true"]').first();
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: text('project', 'menu.share') })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(trigger).toBeFocused();

  for (const key of ['menu.settings', 'menu.share', 'menu.contributors']) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    while (
      !(await page.getByRole('menuitem', { name: text('project', key) }).evaluate((e) => e === document.activeElement))
    )
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page.getByRole('dialog')).toBeVisible();
    for (let i = 0; i < 14; i += 1) {
      await page.keyboard.press(i < 7 ? 'Tab' : 'Shift+Tab');
      const at = await focused(page);
      expect(at.inDialog, `${key}: ${at.role} ${at.name}`).toBe(true);
    }
    // in a field with a list, or on a button with a tooltip, Escape closes these first
    await page.getByRole('dialog').getByRole('button').last().focus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(trigger).toBeFocused();
  }
  for (const key of ['ControlOrMeta+k', '?']) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(trigger).toBeFocused();
  }
});

test("a dialog opened by a menu item returns the focus to the menu's button", async () => {
  const { page } = context;
  // without motion the menu closes immediately; without a frame in between, the focus has not been returned when the
  // dialog opens
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await go(context, `/project/${context.projectId}`);
  const trigger = page.locator('main button[aria-haspopup="true"]').first();
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.evaluate(() => {
    const frame = window.requestAnimationFrame.bind(window);
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => waiting.push(callback);
    addEventListener(
      'frames',
      () => {
        window.requestAnimationFrame = frame;
        waiting.forEach((callback) => frame(callback));
      },
      { once: true },
    );
  });
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.evaluate(() => dispatchEvent(new Event('frames')));
  await expect.poll(async () => (await focused(page)).inDialog).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(trigger).toBeFocused();
  await page.emulateMedia({ reducedMotion: null });
});

test('the toolbar of the editor is one tab stop; arrow keys move within', async () => {
  const { page } = context;
  await go(context, `/project/${context.projectId}/note/new`);
  await waitForEditor(page);
  const tools = page.getByRole('toolbar').getByRole('button').and(page.locator(':enabled'));
  await tools.first().focus();
  const first = (await focused(page)).name;
  await page.keyboard.press('ArrowRight');
  const second = await focused(page);
  expect(second.inToolbar).toBe(true);
  expect(second.name).not.toBe(first);
  await page.keyboard.press('End');
  expect((await focused(page)).inToolbar).toBe(true);
  await page.keyboard.press('Tab');
  expect((await focused(page)).inToolbar).toBe(false);
});

test('at 200 % the actions stay visible and nothing scrolls sideways', async () => {
  const { page } = context;
  await page.setViewportSize(ZOOMED);
  const actions: [string, string][] = [
    ['/search', text('shell', 'new.record')],
    ['/my-base/project', text('project', 'create.action')],
    [`/project/${context.projectId}`, text('project', 'notes.new')],
    ['/meeting-notes', text('meeting', 'list.record')],
    ['/meeting-note', text('recorder', 'start')],
  ];
  for (const [address, name] of actions) {
    await go(context, address);
    const action = page
      .getByRole('main')
      .getByRole('button', { name })
      .or(page.getByRole('main').getByRole('link', { name }))
      .first();
    await action.scrollIntoViewIfNeeded();
    await action.click({ trial: true });
    expect(await scrollsSideways(page), address).toBe(false);
  }
  await page.setViewportSize(WIDE);
});

test('with reduced motion no decorative animation runs', async () => {
  const { page } = context;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await go(context, '/search');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter((a) => Number(a.effect?.getComputedTiming().duration) > 10)
      .map((a) => (a as CSSAnimation).animationName),
  );
  expect(moving).toEqual([]);
  await page.emulateMedia({ reducedMotion: null });
});

test('without the server: recording, pending and recovered work', async ({ company, line: own, openPage }) => {
  const page = await openPage({ offline: true });
  const context: ScreenContext = { page, url: own.url, language: 'en', projectId: '', noteId: '', meetingId: '' };
  await signIn(page, own.url, company.owner.email);
  context.projectId = await createProject(page, own.url, 'Harbour café');
  await waitUntilSent(page);
  own.become('cut');
  const found: string[] = [];
  await go(context, `/project/${context.projectId}/note/new`);
  await waitForEditor(page);
  await page
    .getByRole('textbox', { name: text('note', 'title.label'), exact: true })
    .fill('Lamps for the harbour café');
  await page.waitForURL((url) => !url.pathname.endsWith('/new'));
  await go(context, '/meeting-notes');
  await page
    .getByRole('main')
    .getByRole('button', { name: text('meeting', 'list.record') })
    .first()
    .click();
  await expect(page.locator('[data-recorder="recording"]')).toBeVisible();
  await expect(page.locator('[data-recorder="recording"]').getByText(/safe on this device/)).toBeVisible();
  found.push(...(await examine(page, 'recording')));
  // A window that ends without an event, as in a crash.
  await page.close({ runBeforeUnload: false });
  context.page = await page.context().newPage();
  await go(context, '/search');
  await expect(context.page.getByText(/Recovered recording/)).toBeVisible();
  found.push(...(await examine(context.page, 'home with a recovered recording')));
  await go(context, '/recovery');
  found.push(...(await examine(context.page, 'recovery')));
  await context.page
    .getByRole('main')
    .getByRole('button', { name: text('recorder', 'dismiss') })
    .click();
  await go(context, '/outbox');
  await expect(context.page.getByText('Lamps for the harbour café').first()).toBeVisible();
  await expect(syncStatus(context.page)).not.toHaveAttribute('data-sync-status', 'quiet');
  found.push(...(await examine(context.page, 'outbox')));
  expect(found).toEqual([]);
});
