/**
 * The figures of a report that a chart can compare. Numbers and units are read as they are written, and nothing is
 * guessed: a finding takes part only if each of its numbers can be read and has the same unit. Values of one unit are one
 * chart; a chart needs two of them. Dates and numbers without a unit are left to the table.
 */
import type { Figure } from './figures';

export interface FigureValue {
  /** number of the learning */
  n: number;
  claim: string;
  /** as the source writes it */
  text: string;
  value: number;
}

export interface FigureChart {
  /** as a source writes it */
  unit: string;
  values: FigureValue[];
}

/** bars of one chart; more are left to the table */
const MOST = 20;
const READ = /^([^\d+\-−±]*)([+\-−]?)([\d.,]*\d)\s*(.*)$/u;
/** Units of dates, whose numbers measure nothing. */
const DATE =
  /[年月日년월일]|^(?:January|February|March|April|May|June|July|August|September|October|November|December)$/u;
/** Words that only multiply: 5 million of what stands elsewhere. */
const MULTIPLIER = /^(?:hundred|thousand|million|billion|trillion|[百千万萬億亿兆만억천]+)$/u;
/** Text after a unit that makes it another unit: km/h, m², $ per person. */
const GOES_ON = /^\s?(?:[/／²³^·]|per\b|a\s|each\b)/u;
const PLURAL = /^(metre|meter|kilometre|kilometer|ton|tonne|minute|second|hour|day|week|month|year|euro|dollar)s$/u;

/** A number as the five languages write it; null if it could mean something else, as `12,5` and `1.500` do. */
function readDigits(digits: string): number | null {
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return Number(digits.replaceAll(',', ''));
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return null;
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : null;
}

/**
 * Value and unit of a figure, as it is written (`label`) and in the singular; null without a unit, and where value or unit
 * is not certain.
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
      chart.values.push({ n: learning.n, claim: learning.claim, text, value: figure!.value });
      // the plural, where a source has one
      if (figure!.label.length > chart.unit.length) chart.unit = figure!.label;
    }
  }
  return [...charts.values()].filter(({ values }) => values.length > 1 && values.length <= MOST);
}
