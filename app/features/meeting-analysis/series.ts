/** Finds the meetings of a series, and the actions of the last one (decision 105). */
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { SummaryItem } from '../../../sync/model/kinds/summaries';
import { fold } from '../../../sync/text/fold';

type Row = Pick<Meeting, 'id' | 'projectId' | 'title' | 'actualStartAt' | 'createdAt'> & { calendarUid?: unknown };

export const beginOf = ({ actualStartAt, createdAt }: Pick<Row, 'actualStartAt' | 'createdAt'>): number =>
  actualStartAt || createdAt;

/** dates, weeks and numbers, which differ between the titles of a series */
const NUMBERED =
  /(?:\b(?:week|w|no|nr|day|sprint|kw)\b\.?|第|#)?\s*[\p{Nd}]+(?:\s*[-/.:年月日週周주차回次]\s*[\p{Nd}]*)*\s*(?:年|月|日|週|周|주차|주|회차|차|回|次|st|nd|rd|th)?/giu;

/** The part of a title that a series shares; '' for a title of numbers only. */
export const seriesTitle = (title: string): string =>
  fold(title)
    .text.replace(NUMBERED, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function isOfSeries(a: Row, b: Row): boolean {
  if (typeof a.calendarUid === 'string' && a.calendarUid !== '') return a.calendarUid === b.calendarUid;
  const title = seriesTitle(a.title);
  return a.projectId !== '' && a.projectId === b.projectId && title !== '' && title === seriesTitle(b.title);
}

/** The meeting of the same series before this one; null for the first. */
export const previousOf = <T extends Row>(meeting: Row, all: readonly T[]): T | null =>
  all
    .filter((other) => other.id !== meeting.id && beginOf(other) < beginOf(meeting) && isOfSeries(meeting, other))
    .reduce<T | null>((last, other) => (last && beginOf(last) >= beginOf(other) ? last : other), null);

export interface OpenAction {
  text: string;
  isDone: boolean;
}

const CHECKBOX = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(.+)$/u;

const key = (text: string): string =>
  fold(text)
    .text.replace(/[^\p{L}\p{N}]+/gu, '')
    .trim();

/** Actions of a meeting: check boxes of its note first, since people update them, then those of its summary. */
export function actionsOf(note: string, items: readonly SummaryItem[]): OpenAction[] {
  const actions: OpenAction[] = note.split('\n').flatMap((line) => {
    const [, mark, text] = CHECKBOX.exec(line) ?? [];
    return text === undefined
      ? []
      : [{ text: text.replace(/\\([\\`*_[\]<>~|])/gu, '$1').trim(), isDone: mark !== ' ' }];
  });
  for (const { kind, text, who, due } of items) {
    const known = actions.some((action) => key(action.text).startsWith(key(text)));
    if (kind !== 'action' || known) continue;
    actions.push({ text: [text, [who, due].filter(Boolean).join(', ')].filter(Boolean).join(' — '), isDone: false });
  }
  return actions;
}

/** Open actions of the last meeting that are not in this meeting's note. */
export function carriedOver(last: readonly OpenAction[], note: string): OpenAction[] {
  const here = new Set(actionsOf(note, []).map(({ text }) => key(text)));
  return last.filter(({ text, isDone }) => !isDone && !here.has(key(text)));
}
