/**
 * Formats the sources of a report in the reader's citation style. A citation contains only known fields: title, host,
 * address and access time of a web page; kind and last change of a document. No source has an author or a date of
 * publication, so the title takes the place of the author, and a web page has no year.
 *
 *   numbered     text [1]             [1] “quote” Title · page 3
 *   authorDate   text (“Title”, n.d.) Title. (n.d.). host. Retrieved <date>, from <address>      by title
 *   footnotes    text ¹               1. “Title”, host, page 3, <address>, accessed <date>: “quote”
 */
import { citationWords, type CitationWords } from './citation-words';
import type { AnswerSource } from './kinds/answers';
import type { CitationStyle } from './kinds/preferences';
import type { Learning, Report } from './kinds/reports';
import { languageTag } from './languages';
import { sourcesOf, type ReportSource } from './report-sources';
import { truncate } from './text';

/** graphemes of a title in the text */
const LABEL_LENGTH = 40;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const ENDS_SENTENCE = /[.!?。！？…]$/u;

export interface CitationEntry {
  source: AnswerSource | null;
  /** text before the title; the title itself is a link in documents */
  before: string;
  title: string;
  after: string;
  /** quotes that are not part of the entry */
  quotes: readonly Learning[];
}

export interface Citations {
  style: CitationStyle;
  /** marks after a sentence that these learnings support */
  marks: (learnings: readonly number[]) => string;
  /** the label of a learning's source within a sentence, for `authorDate`; '' for other styles */
  label: (learning: number) => string;
  /** the list of sources of an export: one entry per quote or per source */
  entries: CitationEntry[];
  /** one entry per source, for the screen */
  references: { entry: CitationEntry; source: ReportSource }[];
  words: CitationWords;
}

interface Options {
  style: CitationStyle;
  language: string;
  /** the page, line or time of a passage; '' if unknown */
  placeOf?: (source: AnswerSource) => string;
}

const superscript = (n: number): string => [...String(n)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('');

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

/** Each part followed by a stop. */
const sentences = (parts: readonly string[], stop: string): string =>
  parts
    .filter((part) => part !== '')
    .map((part) => part + stop)
    .join('');

/** Formats all citations of a report in the style and language of the options. */
export function citationsOf(
  report: Pick<Report, 'sources' | 'learnings'>,
  { style, language, placeOf = () => '' }: Options,
): Citations {
  const words = citationWords(language);
  const tag = languageTag(language);
  const { compare } = new Intl.Collator(tag, { numeric: true });
  const long = new Intl.DateTimeFormat(tag, { dateStyle: 'long' });
  const titleOf = ({ title, url }: AnswerSource): string => title || hostOf(url) || url;
  const documents = sourcesOf(report);
  const byTitle = [...documents].sort((a, b) => compare(titleOf(a.source), titleOf(b.source)));

  // sources with the same label are distinguished by a letter
  const labelled = new Map<string, ReportSource[]>();
  const yearOf = ({ kind, updatedAt }: AnswerSource): string =>
    kind === 'web' || updatedAt <= 0 ? words.noDate : String(new Date(updatedAt).getFullYear());
  const shortOf = (source: AnswerSource): string => {
    const title = titleOf(source);
    const short = truncate(title, LABEL_LENGTH);
    // do not cut within a Latin word
    return short === title ? title : `${short.replace(/\s+[\p{Script=Latin}\p{Nd}]*$/u, '')}…`;
  };
  for (const document of byTitle) {
    const key = `${shortOf(document.source)}\n${yearOf(document.source)}`;
    labelled.set(key, [...(labelled.get(key) ?? []), document]);
  }
  const years = new Map<ReportSource, string>();
  for (const same of labelled.values())
    same.forEach((document, at) => {
      const year = yearOf(document.source);
      const letter = String.fromCharCode(97 + (at % 26));
      years.set(document, same.length === 1 ? year : `${year}${year === words.noDate ? '-' : ''}${letter}`);
    });
  const documentOf = new Map(
    documents.flatMap((document) => document.quotes.map(({ learning }) => [learning.n, document] as const)),
  );
  const label = (n: number): string => {
    const document = documentOf.get(n);
    return document ? words.label(words.inner(shortOf(document.source)), years.get(document)!) : '';
  };

  const siteOf = (source: AnswerSource): string => (source.kind === 'web' ? hostOf(source.url) : '');
  const dateOf = ({ updatedAt }: AnswerSource): string => (updatedAt > 0 ? long.format(updatedAt) : '');
  const reference = (document: ReportSource): CitationEntry => {
    const { source } = document;
    const date = dateOf(source);
    const title = titleOf(source);
    const isWeb = source.kind === 'web';
    const site = siteOf(source);
    const parts = [
      `(${years.get(document)!})`,
      source.kind === 'web' ? (site === title ? '' : site) : `[${words.kinds[source.kind]}]`,
    ];
    // no stop after an address, which would be read as a part of it
    const address = isWeb ? (date ? words.retrieved(date, source.url) : source.url) : '';
    return {
      source,
      before: '',
      title,
      after: ((ENDS_SENTENCE.test(title) ? ' ' : words.stop) + sentences(parts, words.stop) + address).trimEnd(),
      quotes: document.quotes.map(({ learning }) => learning),
    };
  };
  const footnote = (passage: AnswerSource, isFirst: boolean): Omit<CitationEntry, 'quotes'> => {
    const title = words.inner(titleOf(passage));
    const [open = '', close = ''] = words.quoted('\n').split('\n');
    const date = dateOf(passage);
    const rest = [
      ...(isFirst ? [passage.kind === 'web' ? siteOf(passage) : words.kinds[passage.kind]] : []),
      placeOf(passage),
      ...(isFirst ? [passage.url, passage.kind === 'web' ? date && words.accessed(date) : date] : []),
    ].filter((part) => part !== '');
    return { source: passage, before: open, title, after: [close, ...rest].join(words.comma) };
  };

  const passages = new Map(report.sources.map((source) => [source.no, source]));
  const cited = new Set<ReportSource>();
  const entryOfQuote = (learning: Learning): CitationEntry => {
    const { n, quote, source: no } = learning;
    const source = passages.get(no);
    const document = documentOf.get(n);
    if (style === 'footnotes' && source && document) {
      const entry = footnote(source, !cited.has(document));
      cited.add(document);
      return { ...entry, before: `${n}. ${entry.before}`, after: `${entry.after}: “${quote}”`, quotes: [] };
    }
    const place = source ? placeOf(source) : '';
    return {
      source: source ?? null,
      before: style === 'footnotes' ? `${n}. “${quote}” ` : `[${n}] “${quote}” `,
      title: source ? titleOf(source) : '',
      after: place ? ` · ${place}` : '',
      quotes: [],
    };
  };

  return {
    style,
    words,
    label,
    marks(learnings) {
      if (style === 'footnotes') return learnings.map(superscript).join(',');
      if (style === 'numbered') return learnings.map((n) => `[${n}]`).join('');
      const labels = [...new Set(learnings.map(label))].filter((each) => each !== '');
      const [open, separator, close] = words.brackets;
      return labels.length > 0 ? open + labels.join(separator) + close : '';
    },
    entries: style === 'authorDate' ? byTitle.map(reference) : report.learnings.map(entryOfQuote),
    references: (style === 'authorDate' ? byTitle : documents).map((document) => ({
      source: document,
      entry: style === 'authorDate' ? reference(document) : { ...footnote(document.source, true), quotes: [] },
    })),
  };
}

/** The sources of a report as lines of a slide: by title and host (numbered style), or as references. */
export function sourceLines(report: Pick<Report, 'sources' | 'learnings'>, options: Options): string[] {
  if (options.style !== 'numbered')
    return citationsOf(report, options).references.map(({ entry: { before, title, after } }) => before + title + after);
  return sourcesOf(report)
    .map(({ source: { kind, title, url } }) => [title, kind === 'web' ? hostOf(url) : ''].filter(Boolean).join(' · '))
    .filter((line) => line !== '');
}
