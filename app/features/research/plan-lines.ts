/** The lines of a plan in the editor. */
import { clean } from '../../../sync/model/text';
import { LIMITS } from '../../../sync/model/limits';

export interface PlanLine {
  /** identifies the line while it is moved */
  key: number;
  text: string;
}

export const asLines = (plan: readonly string[]): PlanLine[] => plan.map((text, key) => ({ key, text }));

export const withLine = (lines: readonly PlanLine[]): PlanLine[] => [
  ...lines,
  { key: Math.max(-1, ...lines.map(({ key }) => key)) + 1, text: '' },
];

export const withText = (lines: readonly PlanLine[], key: number, text: string): PlanLine[] =>
  lines.map((line) => (line.key === key ? { ...line, text } : line));

export const withoutLine = (lines: readonly PlanLine[], key: number): PlanLine[] =>
  lines.filter((line) => line.key !== key);

/** @param by -1: up, 1: down; no change at the ends */
export function movedLine(lines: readonly PlanLine[], key: number, by: -1 | 1): PlanLine[] {
  const moved = [...lines];
  const at = lines.findIndex((line) => line.key === key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= lines.length) return moved;
  [moved[at], moved[to]] = [moved[to]!, moved[at]!];
  return moved;
}

export type LineProblem = 'empty' | 'tooLong' | null;

export const problemOf = ({ text }: PlanLine): LineProblem => {
  const line = clean(text).trim();
  if (line === '') return 'empty';
  return line.length > LIMITS.researchQuestion.max ? 'tooLong' : null;
};

/** The questions to store; null if one of them is empty or too long, or there is none. */
export function planOf(lines: readonly PlanLine[]): string[] | null {
  if (lines.length === 0 || lines.some((line) => problemOf(line) !== null)) return null;
  return lines.map(({ text }) => clean(text).trim());
}
