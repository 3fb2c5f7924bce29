/** Search in ten thousand terms of an organization: each keystroke of a search, and the first one after a start. */
import { TermSearch, type SearchedTerm } from '../../sync/terms/search';
import { quantile } from '../support/statistics';
import type { Row } from '../support/row';

const TERMS = 10_000;
const GOAL_MS = 50;
const PARTS = ['照度', 'lantern', '색온도', '华东', 'プラン', 'relay', '門店', 'sensor', 'キット', '회의'];
const SEARCHES = [
  'l',
  'la',
  'lan',
  'lantern',
  '照',
  '照度',
  'ぷらん',
  'プラン 7',
  '색온',
  '门店',
  'relay sensor',
  'zzz',
];

const termsOf = (): SearchedTerm[] =>
  Array.from({ length: TERMS }, (_, n) => ({
    id: String(n),
    term: [...String(n).padStart(4, '0')].map((digit) => PARTS[Number(digit)]!).join(' '),
    definition: `No. ${n}: what colleagues read about it, one sentence long, with a lantern now and then.`,
  }));

export const terms: Row = {
  name: 'terms',
  run: ({ quick }) => {
    const rows = termsOf();
    const begun = performance.now();
    const search = new TermSearch(rows);
    const preparing = performance.now() - begun;
    const measured: number[] = [];
    for (let round = 0; round < (quick ? 3 : 20); round += 1)
      for (const asked of SEARCHES) {
        const from = performance.now();
        search.find(asked);
        measured.push(performance.now() - from);
      }
    const slow = quantile(measured, 0.95);
    return Promise.resolve([
      {
        measured: `search in ${TERMS.toLocaleString('en')} terms, p95`,
        goal: `under ${GOAL_MS} ms`,
        satchel: `${slow.toFixed(1)} ms`,
        beside: `once after the start ${preparing.toFixed(0)} ms`,
        met: slow < GOAL_MS,
      },
    ]);
  },
};
