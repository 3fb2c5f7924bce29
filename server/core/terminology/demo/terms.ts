/** Terms of the demo company, and a file from which some of them were extracted. */
import type { Candidate } from '../../../../sync/terms/extract';
import type { PersonKey } from '../../../shared/demo-content';

export interface DemoTerm {
  by: PersonKey;
  daysAgo: number;
  term: string;
  definition: string;
  reading: string;
  matchCount: number;
  source: 'MANUAL' | 'TERMINOLOGY_FILE_EXTRACT';
}

const term = (
  by: PersonKey,
  daysAgo: number,
  text: string,
  definition: string,
  more: Partial<DemoTerm> = {},
): DemoTerm => ({
  by,
  daysAgo,
  term: text,
  definition,
  reading: '',
  matchCount: 0,
  source: 'MANUAL',
  ...more,
});

export const DEMO_TERMS: readonly DemoTerm[] = [
  term('emma', 30, 'Lantern', 'Our planner for the light of shops.', { matchCount: 14 }),
  term('emma', 30, 'lux', 'Light that reaches a surface; 500 lux on a till, 1,000 in a window.', { matchCount: 6 }),
  term('emma', 28, 'Alder & Finch', 'Bookshop in Leeds, the first shop of the trial.', { matchCount: 3 }),
  term('emma', 21, 'zone plan', 'Floor plan that is divided by light level.', { source: 'TERMINOLOGY_FILE_EXTRACT' }),
  term('misaki', 26, '配光', '光源から出る光の向きと強さの分布。', { reading: 'はいこう', matchCount: 5 }),
  term('misaki', 26, '演色性', '照らした物の色が自然に見える度合い。Ra で表す。', { reading: 'えんしょくせい' }),
  term('jihoon', 25, '연색지수', '조명 아래에서 색이 얼마나 자연스럽게 보이는지 나타내는 값.'),
  term('jihoon', 25, '팝업 스토어', '성수동에서 3주 동안 여는 임시 매장.', { matchCount: 4 }),
  term('yating', 24, '照度計', '測量照度的儀器，展場每個區域都要量。'),
  term('yating', 24, '色溫', '光的顏色，以 K 表示；展間用 3000 K。', { matchCount: 2 }),
  term('ming', 23, '华东大区', '上海、江苏、浙江、安徽的门店。', { matchCount: 3 }),
  term('ming', 23, '眩光', '过亮的光让人看不清，收银台尤其要避免。'),
];

export interface DemoTermFile {
  by: PersonKey;
  daysAgo: number;
  name: string;
  /** bytes */
  size: number;
  lines: readonly string[];
  candidates: readonly Candidate[];
}

export const DEMO_TERM_FILES: readonly DemoTermFile[] = [
  {
    by: 'emma',
    daysAgo: 21,
    name: 'Lighting glossary.csv',
    size: 412,
    lines: [
      'zone plan: floor plan that is divided by light level',
      'CRI: how natural colours look under a lamp, up to 100',
      'UGR: glare of a room as a number; below 19 for offices',
      'spill light: light that falls outside the zone it is meant for',
    ],
    candidates: [
      { term: 'CRI', definition: 'how natural colours look under a lamp, up to 100', count: 1 },
      { term: 'UGR', definition: 'glare of a room as a number; below 19 for offices', count: 1 },
      { term: 'spill light', definition: 'light that falls outside the zone it is meant for', count: 1 },
    ],
  },
];
