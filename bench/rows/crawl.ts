/**
 * Reading a website of 200 pages on loopback, with the real parser and the embedded database: requests as fast as they are
 * answered, without the pace that hosts on the network get.
 */
import { pino } from 'pino';
import { linkCalls } from '../../server/core/links/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { createParsing } from '../../server/parsing/parsing';
import { openCore } from '../../tests/support/core';
import { openWebsites, page } from '../../tests/support/websites';
import type { Bench, Line, Row } from '../support/row';
import { round } from '../support/statistics';

const MB = 1024 * 1024;
/** links of one page to further ones */
const LINKS = 20;

/** A page of about ten thousand characters. */
const article = (n: number, last: number): string => {
  const further = Array.from({ length: LINKS }, (_, i) => n * LINKS + i + 1).filter((m) => m < last);
  return page(
    `Article ${n}`,
    `Sentence of article ${n} about the lighting of small shops. `.repeat(180),
    further.map((m) => `/${m}`),
  );
};

async function run(bench: Bench): Promise<Line[]> {
  const pages = bench.quick ? 20 : 200;
  const websites = await openWebsites();
  let peak = 0;
  const parsing = createParsing({
    log: pino({ level: 'silent' }),
    measured: ({ peakBytes }) => {
      peak = Math.max(peak, peakBytes);
    },
  });
  const core = await openCore('pglite', { ports: { web: { ...websites.web, paceMs: 0 }, parsing } });
  websites.pass = core.parts.pass;
  websites.host('site.example', (path) => {
    const n = path === '/' ? 0 : Number(path.slice(1));
    return Number.isInteger(n) && n < pages ? article(n, pages) : null;
  });
  let rss = 0;
  const sampler = setInterval(() => {
    rss = Math.max(rss, process.memoryUsage.rss());
  }, 200);
  try {
    const ann = core.person('ann');
    const { id: projectId } = await ann.call(projectCalls.create, { title: 'Bench' });
    const { id } = await ann.call(linkCalls.addWebsite, { projectId, url: 'http://site.example/' });
    const began = performance.now();
    await core.runJobs();
    const minutes = (performance.now() - began) / 60_000;
    const website = await ann.sees('projectItems', id);
    if (website?.crawlStatus !== 'crawled' || website.pages !== pages)
      throw new Error(`${website?.crawlStatus} with ${website?.pages} of ${pages} pages: ${website?.error}`);
    bench.say(`${pages} pages in ${round(minutes * 60)} s`);
    return [
      {
        measured: `read a website of ${pages} pages, pages a minute`,
        goal: '60 (one a second)',
        satchel: `${round(pages / minutes)}; server ${Math.round(rss / MB)} MB, parser ${Math.round(peak / MB)} MB at most`,
        beside: '–',
        met: bench.quick ? null : pages / minutes >= 60,
      },
    ];
  } finally {
    clearInterval(sampler);
    parsing.close();
    await core.close();
    await websites.close();
  }
}

export const crawl: Row = { name: 'crawl', run };
