/**
 * Encoding speed of recordings beside LAME in WebAssembly, and the cost of a running recording for the whole browser.
 */
import { openBrowser, type Browser } from '../support/browser';
import { bundle } from '../support/bundle';
import { pause, times, type Bench, type Row } from '../support/row';
import { startServer } from '../support/satchel';
import { askPage } from '../support/satchel-page';
import { openWorkspace } from '../support/screens';
import { median, round } from '../support/statistics';

async function encoding(bench: Bench): Promise<[ours: number, theirs: number]> {
  const browser = await openBrowser({ bare: true });
  try {
    await browser.page.evaluate(await bundle('page/mp3.ts'));
    await browser.page.evaluate(await bundle('peers/lame/page.mjs'));
    const seconds = bench.quick ? 30 : 120;
    const rounds = await times(
      bench.quick ? 3 : 7,
      async () =>
        [
          await askPage<number>(browser.page, 'mp3', 'ours', [seconds]),
          await askPage<number>(browser.page, 'lame', 'theirs', [seconds]),
        ] as const,
    );
    return [median(rounds.map(([ours]) => ours)), median(rounds.map(([, theirs]) => theirs))];
  } finally {
    await browser.dispose();
  }
}

/** Processor seconds of all processes of the browser. */
async function used(browser: Browser): Promise<number> {
  const line = await browser.context.browser()!.newBrowserCDPSession();
  const { processInfo } = await line.send('SystemInfo.getProcessInfo');
  await line.detach();
  return processInfo.reduce((sum, each) => sum + each.cpuTime, 0);
}

async function recording(bench: Bench): Promise<number> {
  const server = await startServer();
  const browser = await openWorkspace(server.url);
  const ms = bench.quick ? 8_000 : 30_000;
  const share = async (): Promise<number> => {
    const [before, at] = [await used(browser), performance.now()];
    await pause(ms);
    return ((await used(browser)) - before) / ((performance.now() - at) / 1_000);
  };
  try {
    await browser.page.goto(`${server.url}/meeting-notes`);
    await browser.page.locator('.frame').waitFor();
    await pause(3_000);
    const idle = await share();
    await browser.page.keyboard.press('r');
    await browser.page.locator('[data-recorder=recording]').waitFor();
    await pause(3_000);
    const busy = await share();
    bench.say(`a core: ${round(idle * 100)} % without, ${round(busy * 100)} % while recording`);
    return Math.max(0, busy - idle);
  } finally {
    await browser.dispose();
    await server.dispose();
  }
}

export const mp3: Row = {
  name: 'mp3',
  async run(bench) {
    const [ours, theirs] = await encoding(bench);
    const share = await recording(bench);
    return [
      {
        measured: 'MP3 encoding, times real time',
        goal: 'stated',
        satchel: `${round(ours)}×`,
        beside: `LAME in WebAssembly ${round(theirs)}× (ratio ${round(ours / theirs)})`,
        met: null,
      },
      {
        measured:
          'share of a core while recording, all processes of the browser, meter and clock on the screen included',
        goal: 'stated',
        satchel: `${round(share * 100)} %`,
        beside: '',
        met: null,
      },
    ];
  },
};
