/**
 * From a keystroke to its paint in a note of 300 paragraphs with 20 pictures and a table, beside a contenteditable with
 * the same content and without an editor.
 */
import type { Page } from '@playwright/test';
import { apart, bare, opened, seen, type, typed, watch } from '../support/keystrokes';
import { times, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { openWorkspace } from '../support/screens';
import { noteId, projectId, seed } from '../support/seed';
import { median, p95, round } from '../support/statistics';

const GOAL_RATIO = 1.5;
const PARAGRAPHS = 300;
const PICTURES = 20;
const WORDS = 'Each paragraph of this note has about as many words as a person writes before the next one begins.';
/** in the middle of the note */
const PLACE = `.note p:nth-of-type(${PARAGRAPHS / 2})`;

const paste = (page: Page, type: string, content: string): Promise<void> =>
  page.evaluate(
    ([of, text]) => {
      const data = new DataTransfer();
      data.setData(of, text);
      document
        .querySelector('.note')!
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    [type, content] as const,
  );

const pastePicture = (page: Page, number: number): Promise<void> =>
  page.evaluate(async (n) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1_200, height: 800 });
    const context = canvas.getContext('2d')!;
    context.fillStyle = `hsl(${n * 18} 50% 50%)`;
    context.fillRect(0, 0, 1_200, 800);
    const picture = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'));
    const data = new DataTransfer();
    data.items.add(new File([picture], `${n}.png`, { type: 'image/png' }));
    document
      .querySelector('.note')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, number);

/** Fills the opened note; resolves when everything is shown. */
async function fill(page: Page): Promise<void> {
  const cells = Array.from({ length: 10 }, (_, row) => {
    const columns = Array.from({ length: 5 }, (__, column) => `<td>${row} ${column}</td>`);
    return `<tr>${columns.join('')}</tr>`;
  });
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, n) => `<p>${n} ${WORDS}</p>`);
  await page.locator('.note').click();
  await page.keyboard.press('ControlOrMeta+a');
  await paste(page, 'text/html', `${paragraphs.join('')}<table>${cells.join('')}</table>`);
  for (let n = 1; n <= PICTURES; n += 1) {
    await page
      .locator('.note > p')
      .nth(n * 10)
      .click();
    await pastePicture(page, n);
    await page
      .locator(`.note-image[data-state=shown]`)
      .nth(n - 1)
      .waitFor({ state: 'attached' });
  }
}

export const keystrokeInLongNote: Row = {
  name: 'keystroke-long-note',
  async run(bench) {
    const letters = bench.quick ? 15 : 40;
    const data = await seed(1_000);
    const server = await startServer({ from: data.data });
    const browser = await openWorkspace(server.url);
    const { page } = browser;
    try {
      const address = `${server.url}/project/${projectId(0)}/note/${noteId(0)}`;
      await opened(page, address);
      await fill(page);
      const rounds = await times(bench.quick ? 2 : 5, async () => {
        await opened(page, address);
        const html = await page.locator('.note').innerHTML();
        const floor = await bare(browser, { html: html.replace(/ src="[^"]*"/g, '') }, letters, PLACE);
        await page.bringToFront();
        await watch(page, letters, true);
        await page.locator(PLACE).click();
        await type(page, letters);
        const shown = await seen(page);
        const own = p95(apart(await typed(page), shown));
        bench.say(`keystroke in a long note: ${round(own)} ms (bare ${round(floor)} ms)`);
        return { own, floor };
      });
      const own = median(rounds.map((each) => each.own));
      const floor = median(rounds.map((each) => each.floor));
      return [
        {
          measured: `keystroke in a note of ${PARAGRAPHS} paragraphs, ${PICTURES} pictures and a table (painted), p95`,
          goal: `within ${GOAL_RATIO} of a bare editor`,
          satchel: `${round(own)} ms (${round(own / floor)} of bare)`,
          beside: `the same content in a bare contenteditable ${round(floor)} ms`,
          met: own <= GOAL_RATIO * floor,
        },
      ];
    } finally {
      await browser.dispose();
      await server.dispose();
    }
  },
};
