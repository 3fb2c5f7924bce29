/** Every screen of the app with real content, and the path to it, in any language; for tests that check all of them. */
import { expect, type Page } from '@playwright/test';
import { follow, open, text } from './steps';

export interface ScreenContext {
  page: Page;
  url: string;
  language: string;
  /**
   * documents of the demo company: a project with notes and meetings that the person may change, a note in it, a
   * meeting with a transcript
   */
  projectId: string;
  noteId: string;
  meetingId: string;
  /** whether an address is opened by client-side navigation if possible, instead of a load; absent: never */
  navigates?(path: string): boolean;
}

export interface Screen {
  name: string;
  /** Opens it and waits until its content is rendered. */
  open(context: ScreenContext): Promise<void>;
}

/** Opens an address and waits for the screen's heading. */
export async function go({ page, url, navigates }: ScreenContext, path: string): Promise<void> {
  if (!(navigates?.(path) && (await follow(page, path)))) await page.goto(`${url}${path}`);
  await rendered(page);
}

async function rendered(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.shimmer')).toHaveCount(0);
}

const at = (name: string, path: (context: ScreenContext) => string): Screen => ({
  name,
  open: (context) => go(context, path(context)),
});

/** A screen with an element that opens a dialog. */
const dialog = (
  name: string,
  path: (context: ScreenContext) => string,
  press: (context: ScreenContext, say: Say) => Promise<void>,
): Screen => ({
  name,
  async open(context) {
    await go(context, path(context));
    await press(context, (ns, key, params) => text(ns, key, params, context.language));
    await expect(context.page.getByRole('dialog').or(context.page.getByRole('menu')).first()).toBeVisible();
  },
});
type Say = (ns: string, key: string, params?: Record<string, string | number>) => string;

const project = ({ projectId }: ScreenContext): string => `/project/${projectId}`;
const note = ({ projectId, noteId }: ScreenContext): string => `/project/${projectId}/note/${noteId}`;

/** Opens the files of the demo's project. */
async function filesOf(context: ScreenContext): Promise<void> {
  await go(context, `${project(context)}?tab=files`);
  await expect(context.page.getByRole('table').getByRole('link').first()).toBeVisible();
}

/** A chat of a project with an answer, which the demo has in every language. */
async function answeredChat(context: ScreenContext): Promise<void> {
  await go(context, '/chat/history?kind=chat');
  await context.page.locator('main a[href^="/project/"][href*="/chat/"]').first().click();
  await expect(context.page.locator('[data-turn-state="answered"]').first()).toBeVisible();
  await rendered(context.page);
}

/** Selects an entry in the menu of a project. */
const fromProjectMenu =
  (key: string) =>
  async ({ page }: ScreenContext, say: Say): Promise<void> => {
    await page.locator('main button[aria-haspopup="true"]').first().click();
    await page.getByRole('menuitem', { name: say('project', key) }).click();
  };

export const SCREENS: readonly Screen[] = [
  at('home', () => '/search'),
  {
    name: 'search',
    async open(context) {
      await go(context, '/search');
      await context.page.locator('main [data-composer] textarea').fill('a');
      await expect(context.page.locator('main mark').first()).toBeVisible();
    },
  },
  at('projects', () => '/my-base/project'),
  at('projects, shared', () => '/my-base/project?filter=shared'),
  at('projects, archived', () => '/my-base/project?filter=archived'),
  {
    name: 'projects, selected',
    async open(context) {
      await go(context, '/my-base/project');
      await context.page.locator('main li a').first().press(' ');
      await expect(context.page.getByRole('toolbar')).toBeVisible();
    },
  },
  at('trash', () => '/trash'),
  dialog(
    'new project',
    () => '/my-base/project?new=1',
    async () => undefined,
  ),
  at('project', project),
  at('project, meetings', (context) => `${project(context)}?tab=meetings`),
  {
    name: 'project, files',
    open: filesOf,
  },
  {
    name: 'file, opened',
    async open(context) {
      await filesOf(context);
      await context.page
        .getByRole('table')
        .getByRole('link', { name: /\.csv$/ })
        .first()
        .click();
      await expect(context.page.locator('[data-item-sheet] [data-part]').first()).toBeVisible();
    },
  },
  at('project, links', (context) => `${project(context)}?tab=links`),
  at('project, chats', (context) => `${project(context)}?tab=chats`),
  at('chats', () => '/chat/history'),
  at('chats of projects', () => '/project-chat'),
  { name: 'chat, answered', open: answeredChat },
  {
    name: 'document made from an answer',
    async open(context) {
      await answeredChat(context);
      // makes it, or opens the one that there is
      await context.page
        .getByRole('button', { name: text('chat', 'openAsDocument', {}, context.language) })
        .first()
        .click();
      await expect(context.page.locator('[data-note-editor="ready"]')).toBeVisible();
    },
  },
  {
    name: 'research',
    async open(context) {
      await go(context, '/chat/history?kind=research');
      await context.page.locator('main a[href^="/research/"]').first().click();
      await expect(context.page.locator('[data-report]')).toBeVisible();
    },
  },
  dialog('project menu', project, async ({ page }) =>
    page.locator('main button[aria-haspopup="true"]').first().click(),
  ),
  dialog('share', project, fromProjectMenu('menu.share')),
  dialog('contributors', project, fromProjectMenu('menu.contributors')),
  dialog('transfer of a project', project, fromProjectMenu('menu.transfer')),
  dialog('project settings', project, fromProjectMenu('menu.settings')),
  at('note', ({ projectId, noteId }) => `/project/${projectId}/note-detail/${noteId}`),
  {
    name: 'editor',
    async open(context) {
      await go(context, note(context));
      await expect(context.page.locator('[data-note-editor="ready"]')).toBeVisible();
    },
  },
  dialog('version history', note, async ({ page }, say) => {
    await expect(page.locator('[data-note-editor="ready"]')).toBeVisible();
    await page.locator('header button[aria-haspopup="true"], main button[aria-haspopup="true"]').last().click();
    await page.getByRole('menuitem', { name: say('note', 'menu.versions') }).click();
  }),
  at('project history', (context) => `${project(context)}/history`),
  at('new note', (context) => `${project(context)}/note/new`),
  at('meetings', () => '/meeting-notes'),
  at('record a meeting', () => '/meeting-note'),
  at('upload a recording', () => '/meeting-note?mode=upload'),
  ...(['notes', 'summary', 'transcript', 'analysis'] as const).map((tab) =>
    at(`meeting, ${tab}`, ({ meetingId }) => `/meeting/${meetingId}?tab=${tab}`),
  ),
  dialog(
    'meeting info',
    ({ meetingId }) => `/meeting/${meetingId}`,
    async ({ page }, say) => {
      await page
        .getByRole('button', { name: say('common', 'moreActions') })
        .last()
        .click();
      await page.getByRole('menuitem', { name: say('meeting', 'info.title') }).click();
    },
  ),
  at('app for recording', () => '/meeting/activate-app'),
  at('recovery', () => '/recovery'),
  at('outbox', () => '/outbox'),
  at('conflicts', () => '/conflicts'),
  at('shared, nothing', () => '/share'),
  at('notification centre', () => '/notifications'),
  at('notification centre, read', () => '/notifications?tab=read'),
  at('inbox', () => '/workshop/inbox'),
  at('inbox, ended', () => '/workshop/inbox?tab=ended'),
  at('agents', () => '/workshop/bots'),
  at('agent', () => '/workshop/bots/ai-search'),
  at('new agent', () => '/workshop/bots/create'),
  at('agents that wait', () => '/workshop/bots/publish'),
  at('agents to chat with', () => '/agent-chat'),
  {
    name: 'an agent, chosen',
    async open(context) {
      await go(context, '/agent-chat?agent=ai-search');
      await expect(context.page.locator('[data-composer] textarea')).toBeVisible();
    },
  },
  {
    name: 'chat with an agent',
    async open(context) {
      await go(context, '/chat/history?kind=task');
      await context.page.locator('main a[href^="/agent-chat/"]').first().click();
      await expect(context.page.locator('[data-turn]').first()).toBeVisible();
    },
  },
  at('help', () => '/help'),
  at('settings', () => '/settings'),
  dialog(
    'settings, password',
    () => '/settings',
    ({ page }, say) => page.getByRole('button', { name: say('settings', 'password.update') }).click(),
  ),
  at('settings, notifications', () => '/settings?section=notifications'),
  at('settings, apps', () => '/settings?section=apps'),
  at('settings, devices', () => '/settings?section=devices'),
  at('settings, storage', () => '/settings?section=storage'),
  dialog(
    'notifications',
    () => '/search',
    async ({ page }) => page.locator('.frame-tools-end button').first().click(),
  ),
  dialog(
    'commands',
    () => '/search',
    async ({ page }) => page.keyboard.press('ControlOrMeta+k'),
  ),
  dialog(
    'shortcuts',
    () => '/search',
    async ({ page }) => page.keyboard.press('?'),
  ),
  at('console, overview', () => '/admin/overview'),
  at('console, LivePage', () => '/admin/livepage'),
  at('console, rules of addresses', () => '/admin/ip-management'),
  dialog(
    'console, a new rule',
    () => '/admin/ip-management?dialog=new',
    async () => undefined,
  ),
  at('console, access log', () => '/admin/ip-logs'),
  at('console, settings', () => '/admin/settings'),
  at('console, knowledge sources', () => '/admin/settings/knowledge-sources'),
  at('console, audit trail', () => '/admin/audit'),
  at('change of the password', () => '/auth/update-password'),
  at('console, employees', () => '/admin/employees'),
  dialog(
    'console, a person',
    () => '/admin/employees',
    async ({ page }) => page.locator('main tbody a').nth(1).click(),
  ),
  at('console, organization', () => '/admin/organization'),
  at('no such meeting', () => '/meeting/00000000-0000-7000-8000-000000000000'),
  at('no such project', () => '/project/00000000-0000-7000-8000-000000000000'),
  {
    name: 'gallery',
    async open({ page, url }) {
      await page.goto(`${url}/gallery`);
      // rendered by the server: operable by keyboard only after hydration
      await expect(page.locator('[role=tab][tabindex="0"]').first()).toBeVisible();
    },
  },
  at('no access', () => '/no-access'),
];

/** Documents of the demo company for the screens, read from the lists on screen. */
export async function findScreenContext(page: Page, url: string, language: string): Promise<ScreenContext> {
  const context: ScreenContext = { page, url, language, projectId: '', noteId: '', meetingId: '' };
  const show = async (path: string): Promise<void> => {
    await open(page, url, path);
    await rendered(page);
  };
  await show('/my-base/project?filter=created');
  const own = page.locator('main a[href^="/project/"]');
  await expect(own.first()).toBeVisible();
  for (const href of await own.evaluateAll((links) => links.map((a) => a.getAttribute('href')!))) {
    await show(href);
    const notes = page.locator('main a[href*="/note"]:not([href$="/new"])');
    await expect(notes.first().or(page.locator('[data-empty]'))).toBeVisible();
    if ((await notes.count()) === 0) continue;
    context.projectId = href.split('/')[2]!;
    context.noteId = (await notes.first().getAttribute('href'))!.split('/').at(-1)!;
    if (await page.locator('main button[aria-haspopup="true"]').first().isVisible()) break;
  }
  await show('/meeting-notes');
  context.meetingId = (await page.locator('main a[href^="/meeting/"]').first().getAttribute('href'))!
    .split('/')[2]!
    .split('?')[0]!;
  return context;
}

/** The screens in parts, one per test, as opening all of them exceeds the time limit of a test. */
export const SCREEN_PARTS: readonly (readonly Screen[])[] = [0, 1, 2, 3].map((part) =>
  SCREENS.slice(Math.ceil((part * SCREENS.length) / 4), Math.ceil(((part + 1) * SCREENS.length) / 4)),
);
