/**
 * Selects the figures of a report for charts. Numbers and units are read literally, without guessing: a finding is used
 * only if all its numbers can be read and have the same unit. Each unit with at least two values gets a chart. Dates
 * and numbers without a unit appear only in the table.
 */
import type { Figure } from './figures';

export interface FigureValue {
  /** number of the learning */
  n: number;
  quote: string;
  /** number and unit in the source's notation */
  text: string;
  value: number;
}

export interface FigureChart {
  /** in the source's notation */
  unit: string;
  values: FigureValue[];
}

/** maximum number of bars; a unit with more values appears only in the table */
const MOST = 20;
const READ = /^([^\d+\-−±]*)([+\-−]?)([\d.,]*\d)\s*(.*)$/u;
/** Units of dates, whose numbers are not quantities. */
const DATE =
  /[年月日년월일]|^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/u;
/** Words that multiply a number and are not a unit: 5 million. */
const MULTIPLIER = /^(?:hundred|thousand|million|billion|trillion|[百千万萬億亿兆만억천]+)$/u;
/** Text after a unit that changes its meaning: km/h, m², $ per person. */
const GOES_ON = /^\s?(?:[/／²³^·]|per\b|a\s|each\b)/u;
const PLURAL = /^(metre|meter|kilometre|kilometer|ton|tonne|minute|second|hour|day|week|month|year|euro|dollar)s$/u;

/** A number in the notation of the five languages; null if it is ambiguous, such as `12,5` and `1.500`. */
function readDigits(digits: string): number | null {
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''));
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return null;
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : null;
}

/**
 * Value and unit of a figure; the unit in the notation of the source (`label`) and in the singular. Null without a
 * unit, or if value or unit is ambiguous.
 */
export function readFigure(text: string): { value: number; unit: string; label: string } | null {
  const [, before = '', sign = '', digits = '', after = ''] = READ.exec(text.normalize('NFKC')) ?? [];
  const value = readDigits(digits);
  const parts = [before, after].map((part) => part.replace(/\s+/gu, ' ').trim()).filter((part) => part !== '');
  const label = parts.join(' ');
  if (value === null || label === '' || DATE.test(label) || MULTIPLIER.test(label)) return null;
  const unit = parts.map((part) => part.replace(PLURAL, '$1')).join(' ');
  return { value: sign === '-' || sign === '−' ? -value : value, unit, label };
}

const goesOn = (quote: string, number: string): boolean =>
  quote
    .split(number)
    .slice(1)
    .some((after) => GOES_ON.test(after));

export function chartsOf(figures: readonly Figure[]): FigureChart[] {
  const charts = new Map<string, FigureChart>();
  for (const { learning, numbers } of figures) {
    const read = numbers.map((text) => ({ text, figure: readFigure(text) }));
    const unit = read[0]?.figure?.unit;
    if (unit === undefined || read.some(({ text, figure }) => figure?.unit !== unit || goesOn(learning.quote, text)))
      continue;
    const chart = charts.get(unit) ?? { unit, values: [] };
    charts.set(unit, chart);
    for (const { text, figure } of read) {
      chart.values.push({ n: learning.n, quote: learning.quote, text, value: figure!.value });
      // prefer the plural if a source has it
      if (figure!.label.length > chart.unit.length) chart.unit = figure!.label;
    }
  }
  return [...charts.values()].filter(({ values }) => values.length > 1 && values.length <= MOST);
}
