/** The lines as a table: for the terminal, and for docs/performance.md between two marks that a run replaces. */
import type { Facts } from './machine';
import type { Line } from './row';

export interface About extends Facts {
  command: string;
  minutes: number;
}

const verdict = ({ met }: Line): string => (met === null ? '' : met ? 'yes' : 'no');
const MARKS = ['<!-- bench: written by npm run bench -->', '<!-- bench: end -->'] as const;

export const printed = (lines: readonly Line[]): string =>
  lines
    .map((line) =>
      [
        line.measured,
        `  goal      ${line.goal}`,
        `  Satchel   ${line.satchel}${line.met === null ? '' : line.met ? '   ✓' : '   ✗'}`,
        ...(line.beside ? [`  beside    ${line.beside}`] : []),
      ].join('\n'),
    )
    .join('\n');

export function markdown(lines: readonly Line[], about: About): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|');
  return [
    `Measured on ${about.date} at commit ${about.commit}${about.changed ? ' with changes' : ''} by \`${about.command}\` in ${about.minutes} minutes: ${about.cores} cores (${about.processor}), ${about.memoryGb} GB of memory, Node ${about.node}, Chromium ${about.chromium}.`,
    '',
    '| measured | goal | Satchel | beside, in the same run | met |',
    '|---|---|---|---|---|',
    ...lines.map(
      (line) => `| ${[line.measured, line.goal, line.satchel, line.beside, verdict(line)].map(cell).join(' | ')} |`,
    ),
  ].join('\n');
}

/** Replaces the text between a document's marks. Throws if there are no marks. */
export function insert(document: string, text: string): string {
  const [from, to] = MARKS.map((mark) => document.indexOf(mark)) as [number, number];
  if (from < 0 || to < from) throw new Error('docs/performance.md has no marks to write between');
  return `${document.slice(0, from + MARKS[0].length)}\n${text}\n${document.slice(to)}`;
}
