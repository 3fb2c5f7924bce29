/**
 * The slides of a report: its sections in their own sentences, then contradictions, limits and sources. The server's
 * page and the file for other programs use the same slides.
 */
import type { Report } from './kinds/reports';
import { sentenceText } from './report-quotations';

/** most lines and UTF-16 units that are readable from the back of a room */
const LINES_MAX = 5;
const UNITS_MAX = 520;

export interface SlideLine {
  text: string;
  /** only partly supported, or not verified */
  isUnsure: boolean;
}

export interface Slide {
  kind: 'title' | 'section' | 'contradictions' | 'limits' | 'sources';
  title: string;
  lines: SlideLine[];
  /** number among the slides with the same title, from 1; `parts`: their number */
  part: number;
  parts: number;
}

export interface SlideTexts {
  contradictions: string;
  limits: string;
  sources: string;
  /** the line below the title: kind of report and date */
  subtitle: string;
  limitLines: readonly string[];
  sourceLines: readonly string[];
}

const line = (text: string, isUnsure = false): SlideLine => ({ text, isUnsure });

/** Groups lines that fit on one slide; a long line is alone on one. */
function grouped(lines: readonly SlideLine[]): SlideLine[][] {
  const groups: SlideLine[][] = [];
  let units = 0;
  for (const each of lines) {
    const group = groups.at(-1);
    if (!group || group.length >= LINES_MAX || units + each.text.length > UNITS_MAX) {
      groups.push([each]);
      units = each.text.length;
    } else {
      group.push(each);
      units += each.text.length;
    }
  }
  return groups;
}

function slides(kind: Slide['kind'], title: string, lines: readonly SlideLine[]): Slide[] {
  const groups = grouped(lines);
  return groups.map((group, n) => ({ kind, title, lines: group, part: n + 1, parts: groups.length }));
}

/** Distributes a report over slides of at most LINES_MAX lines and UNITS_MAX units each; no sentence is lost. */
export function slidesOf(
  report: Pick<Report, 'sections' | 'learnings' | 'contradictions' | 'mode'>,
  title: string,
  texts: SlideTexts,
): Slide[] {
  const quotes = new Map(report.learnings.map(({ n, quote }) => [n, quote]));
  const contradictions = report.contradictions.map(({ a, b, about }) =>
    line(`${about}: “${quotes.get(a) ?? ''}” / “${quotes.get(b) ?? ''}”`),
  );
  return [
    { kind: 'title', title, lines: [line(texts.subtitle)], part: 1, parts: 1 },
    ...report.sections.flatMap((section) =>
      slides(
        'section',
        section.title,
        section.paragraphs.flat().map((each) => line(sentenceText(each, report), each.check !== '')),
      ),
    ),
    ...slides('contradictions', texts.contradictions, contradictions),
    ...slides(
      'limits',
      texts.limits,
      texts.limitLines.map((each) => line(each)),
    ),
    ...slides(
      'sources',
      texts.sources,
      texts.sourceLines.map((each) => line(each)),
    ),
  ];
}
