/** Parsing of a hundred mixed documents, in as many processes side by side as the server has. */
import { createParsing, type ParseMeasure } from '../../server/parsing/parsing';
import { makeOriginal, ORIGINAL_KINDS, READ_KINDS } from '../../tests/support/originals/originals';
import type { Row } from '../support/row';
import { median, round } from '../support/statistics';

const DOCUMENTS = 100;
const QUICK_DOCUMENTS = 20;
/** companies whose files are parsed: one after another for each */
const COMPANIES = 4;
/** one in twenty is a scan */
const SCAN_EVERY = 20;
const MEGABYTE = 1024 * 1024;

export const parsing: Row = {
  name: 'parsing',
  async run(bench) {
    const measures: ParseMeasure[] = [];
    const documents = createParsing({
      log: { debug: () => undefined, warn: () => undefined } as unknown as Parameters<typeof createParsing>[0]['log'],
      measured: (measure) => measures.push(measure),
    });
    const layered = ORIGINAL_KINDS.filter((kind) => !READ_KINDS.includes(kind));
    const count = bench.quick ? QUICK_DOCUMENTS : DOCUMENTS;
    const originals = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        makeOriginal(at % SCAN_EVERY === 0 ? 'scannedPdf' : layered[at % layered.length]!),
      ),
    );
    const before = process.memoryUsage.rss();
    const began = performance.now();
    await Promise.all(
      originals.map(({ name, bytes }, at) =>
        documents.parse(
          { name, bytes, companyId: `company-${at % COMPANIES}` },
          { signal: new AbortController().signal },
        ),
      ),
    );
    const minutes = (performance.now() - began) / 60_000;
    documents.close();
    const grown = (process.memoryUsage.rss() - before) / MEGABYTE;
    const peak = Math.max(...measures.map(({ peakBytes }) => peakBytes)) / MEGABYTE;
    bench.say(
      `median ${round(median(measures.map(({ ms }) => ms)))} ms a document; the server grew by ${round(grown)} MB`,
    );
    return [
      {
        measured: `parsing ${count} mixed documents, one in ${SCAN_EVERY} a scan, documents a minute`,
        goal: 'stated',
        satchel: `${round(count / minutes)}`,
        beside: '',
        met: null,
      },
      {
        measured: 'highest resident memory of a parser process',
        goal: '≤ 512 MB',
        satchel: `${round(peak)} MB`,
        beside: '',
        met: peak <= 512,
      },
    ];
  },
};
