/**
 * Researches in a real browser with a scripted model, search and web, from the question on home to the slides of the
 * report, while the server is killed in each stage in turn: in English on a laptop, and in Japanese on a phone, whose
 * person leaves the screen before the report is written and opens it by the notification.
 */
import type { Locator, Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { scrollsSideways } from '../support/axe';
import { expect, test } from '../support/e2e';
import { askingOf, type Asking } from '../support/research-answers';
import { startResearchServers, type ResearchServers } from '../support/research-servers';
import { answersOf, ENGLISH, factOf, JAPANESE } from '../support/research-walks';
import { createSatchel, type Satchel } from '../support/satchel';
import { emailOf, open, signIn, syncStatus, text } from '../support/steps';

const state = (page: Page, name: string): Locator => page.locator(`[data-research-state="${name}"]`);
const step = (page: Page, kind: string, its: string): Locator =>
  page.locator(`[data-step="${kind}"][data-step-state="${its}"]`);

/** The requests to the model at which the server is killed, one in each stage of a research. */
const DEADLY = ['clarifications', 'plan', 'findings', 'section', 'verdicts'] as const satisfies Asking[];
type Deadly = (typeof DEADLY)[number];

for (const { walk, leaves } of [
  { walk: ENGLISH, leaves: false },
  { walk: JAPANESE, leaves: true },
])
  test.describe(`in ${walk.language}`, () => {
    const { language } = walk;
    const say = (key: string, params?: Record<string, string | number>): string =>
      text('research', key, params, language);
    let servers: ResearchServers;
    let satchel: Satchel;
    test.beforeAll(async () => {
      servers = await startResearchServers(
        ({ query }) => [{ title: '', url: `http://${factOf(walk, query).host}.example/tower`, snippet: '' }],
        { language, paragraph: walk.paragraph, title: walk.facts[0]!.claim },
      );
      servers.script(answersOf(walk));
      satchel = await createSatchel(servers.env);
      await satchel.start();
    });
    test.afterAll(async () => {
      await satchel.dispose();
      await servers.close();
    });

    /**
     * Kills the server during the model's answer to such a request, and starts it again. The model then holds its answer to
     * the next request of `DEADLY`.
     */
    async function killDuring(page: Page, asking: Deadly): Promise<void> {
      await expect.poll(() => servers.models.requests.some((request) => askingOf(request) === asking)).toBe(true);
      await satchel.stop(true);
      await expect(syncStatus(page)).toHaveAttribute('data-sync-status', /^(offline|unreachable)/);
      servers.hold(...DEADLY.slice(DEADLY.indexOf(asking) + 1).slice(0, 1));
      await satchel.start();
    }

    /** Asks on home, answers by a choice, edits the plan and begins. */
    async function begin(page: Page): Promise<void> {
      await signIn(page, satchel.url, emailOf(walk.person));
      await page.getByRole('radio', { name: text('ask', 'mode.research', {}, language) }).check({ force: true });
      const composer = page.locator('[data-composer] textarea');
      await composer.fill(walk.question);
      await composer.press('Enter');
      await expect(page).toHaveURL(/\/research\/[\w-]+$/);
      await killDuring(page, 'clarifications');
      const choice = page.getByRole('button', { name: walk.clarification.choices[0]!, exact: true });
      // the killed run is taken up again, which may take longer than a step of a test
      await expect(choice).toBeVisible();
      await choice.click();
      await killDuring(page, 'plan');

      const plan = page.locator('[data-plan]');
      const line = (number: number): Locator => plan.getByRole('textbox', { name: say('plan.question', { number }) });
      await expect(line(1)).toHaveValue(walk.plan[0]);
      await line(2).fill(walk.edited);
      await plan.getByRole('button', { name: say('plan.up', { number: 2 }) }).click();
      await expect(line(1)).toHaveValue(walk.edited);
      await expect(plan).toHaveAttribute('data-plan', 'saved');
      expect(await scrollsSideways(page)).toBe(false);
      await plan.getByRole('button', { name: say('plan.begin') }).click();
      await expect(state(page, 'working')).toBeVisible();
    }

    /** The page that is read for a question is shown while the model reads it. */
    async function expectProgress(page: Page): Promise<void> {
      const read = step(page, 'page', 'done').first();
      await expect(read).toContainText(`${factOf(walk, walk.edited).host}.example`);
      await expect(read).toContainText(say('progress.why', { question: walk.edited }));
      await expect(step(page, 'extract', 'running')).toContainText(walk.edited);
      await expect(page.getByRole('progressbar', { name: say('budget.sources') })).toHaveAttribute(
        'aria-valuetext',
        say('progress.of', { used: 1, of: 20 }),
      );
    }

    async function expectReport(page: Page): Promise<void> {
      const report = page.locator('[data-report="report"]');
      await expect(report).toBeVisible();
      const headings = report.getByRole('heading', { level: 3 });
      await expect(headings.nth(0)).toHaveText(walk.edited);
      await expect(headings.nth(1)).toHaveText(walk.plan[0]);
      for (const { claim } of walk.facts)
        await expect(report.locator('[data-check=""]', { hasText: claim }).first()).toBeVisible();
      const fact = factOf(walk, walk.edited);
      await report.locator('[data-citation="1"]').first().click();
      const card = page.getByRole('dialog');
      await expect(card).toContainText(fact.quote);
      await expect(card).toContainText(`${fact.host}.example`);
      await page.keyboard.press('Escape');
      await expect(card).toBeHidden();
      expect(await scrollsSideways(page)).toBe(false);
    }

    /** The printed report, as a reader of PDF files finds its text: sentences, evidence and limits, and no controls. */
    async function expectPrinted(page: Page): Promise<void> {
      const { text: printed } = await extractText(new Uint8Array(await page.pdf({ format: 'A4' })), {
        mergePages: true,
      });
      // a PDF file has no spaces between lines, and may have Han characters as radicals
      const plain = (words: string): string => words.normalize('NFKC').replace(/\s+/gu, '');
      const { claim, quote, host } = factOf(walk, walk.edited);
      for (const words of [walk.question, walk.edited, claim, quote, `${host}.example`, say('report.limits')])
        expect(plain(printed)).toContain(plain(words));
      expect(plain(printed)).not.toContain(plain(say('followUp.send')));
    }

    async function presentSlides(page: Page): Promise<void> {
      await page.getByRole('button', { name: say('menu') }).click();
      const opened = page.context().waitForEvent('page');
      await page.getByRole('menuitem', { name: say('actions.slides') }).click();
      const slides = await opened;
      const sections = slides.locator('section');
      await expect(sections.first()).toContainText(walk.question);
      await slides.keyboard.press('ArrowRight');
      await expect(sections.nth(1)).toBeFocused();
      await expect(sections.nth(1)).toBeInViewport({ ratio: 0.9 });
      await expect(sections.nth(1)).toContainText(factOf(walk, walk.edited).claim);
      await slides.keyboard.press('End');
      await expect(sections.last()).toBeInViewport({ ratio: 0.9 });
      await slides.close();
    }

    async function askFurther(page: Page): Promise<void> {
      await page.getByRole('textbox', { name: say('followUp.label') }).fill(walk.further);
      await page.getByRole('button', { name: say('followUp.send') }).click();
      await expect(page.getByRole('heading', { name: walk.further, level: 2 })).toBeVisible();
      await expect(page.getByRole('link', { name: say('follows', { title: walk.question }) })).toBeVisible();
      await expect(page.getByRole('textbox', { name: say('plan.question', { number: 1 }) })).toHaveValue(walk.further);
      const { prompt } = servers.answered.findLast(({ asking }) => asking === 'plan')!;
      expect(prompt).toContain(walk.edited);
    }

    /** Each page was fetched once, each search made once, and each answer of the model paid once. */
    function expectNothingTwice(): void {
      const asked = [walk.edited, walk.plan[0]];
      expect(servers.search.queries.map(({ query }) => query)).toEqual(asked);
      expect(servers.fetched).toEqual(asked.map((question) => `${factOf(walk, question).host}.example/tower`));
      const prompts = servers.answered.map(({ prompt }) => prompt.replace(/DATA-[0-9a-f]{12}/g, 'DATA'));
      expect(new Set(prompts).size).toBe(prompts.length);
    }

    test('a question becomes a plan, a report with evidence, slides and a further research', async ({ openPage }) => {
      // its service worker has the files of each screen while the server is down
      const page = await openPage({ viewport: walk.viewport, offline: true });
      servers.hold(DEADLY[0]);
      await begin(page);
      await expectProgress(page);
      await killDuring(page, 'findings');
      await expect(step(page, 'write', 'running')).toContainText(walk.edited);
      await killDuring(page, 'section');
      if (leaves) await open(page, satchel.url, '/notifications');
      await killDuring(page, 'verdicts');
      if (leaves)
        await page.getByText(text('shell', 'notification.researchReady', { title: walk.question }, language)).click();
      await expectReport(page);
      expectNothingTwice();
      await expectPrinted(page);
      await presentSlides(page);
      await askFurther(page);
    });
  });
