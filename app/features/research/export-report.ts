/** Converts a report to blocks of a note, for Markdown, Word, the clipboard and notes. */
import type { TFunction } from 'i18next';
import { titleInline } from '~/features/chat/export-answer';
import { textBlock, type Inline, type NoteBlock } from '../../../sync/merge/note-blocks';
import { citationsOf, type Citations } from '../../../sync/model/citations';
import type { CitationStyle } from '../../../sync/model/kinds/preferences';
import type { Report } from '../../../sync/model/kinds/reports';
import { sentenceText } from '../../../sync/model/report-quotations';
import { clean } from '../../../sync/model/text';
import { passagePlace } from './passage-place';
import { figuresOf } from './figures';
import { limitText } from './limit-text';

export type ReportT = TFunction<readonly ['research', 'errors', 'chat', 'shell']>;

const plain = (text: string): Inline => ({ type: 'text', text, marks: {} });
const italic = (text: string): Inline => ({ type: 'text', text, marks: { italic: true } });
const heading = (text: string, level: 2 | 3 = 2): NoteBlock => textBlock('heading', [plain(text)], { level });

function figures(t: ReportT, report: Report, { marks }: Citations): NoteBlock[] {
  const rows = figuresOf(report.learnings);
  if (rows.length < 2) return [];
  return [
    heading(t('research:report.figures')),
    {
      type: 'table',
      rows: [
        [t('research:report.figure'), t('research:report.says'), t('research:report.source')].map((text) => [
          plain(text),
        ]),
        ...rows.map(({ learning, numbers }) =>
          [numbers.join(', '), `“${clean(learning.quote)}”`, marks([learning.n])].map((text) => [plain(text)]),
        ),
      ],
    },
  ];
}

export interface ExportOptions {
  style: CitationStyle;
  /** language of the screen */
  language: string;
  /** whether sources of the workspace become mentions, for a text within the workspace */
  hasMentions?: boolean;
}

export function reportBlocks(
  t: ReportT,
  report: Report,
  { style, language, hasMentions = false }: ExportOptions,
): NoteBlock[] {
  const citations = citationsOf(report, { style, language, placeOf: (source) => passagePlace(t, source) });
  const { marks } = citations;
  const isDossier = report.mode === 'extractive';
  const learnings = new Map(report.learnings.map((each) => [each.n, each]));
  const section = ({ title, paragraphs }: Report['sections'][number]): NoteBlock[] => [
    heading(title),
    ...paragraphs.map((sentences) =>
      textBlock(
        'paragraph',
        sentences.flatMap((sentence) => [
          plain(`${sentenceText(sentence, report)} ${marks(sentence.learnings)} `),
          ...(sentence.check === '' ? [] : [italic(`(${t(`research:report.${sentence.check}`)}) `)]),
        ]),
        { quote: isDossier },
      ),
    ),
  ];
  const item = (inline: Inline[]): NoteBlock => textBlock('bullet', inline);
  return [
    ...(isDossier
      ? [textBlock('paragraph', [italic(`${t('research:report.dossier')}. ${t('research:report.dossierText')}`)])]
      : []),
    ...report.sections.flatMap(section),
    ...(report.contradictions.length > 0 ? [heading(t('research:report.contradictions'))] : []),
    ...report.contradictions.map(({ a, b, about }) => {
      const [one, other] = [a, b].map((n) => `“${learnings.get(n)?.quote ?? ''}” ${marks([n])}`);
      return item([plain(`${about}: ${one} / ${other}`)]);
    }),
    ...figures(t, report, citations),
    heading(t('research:report.limits')),
    ...(report.limits.length > 0
      ? report.limits.map((limit) => item([plain(limitText(t, limit))]))
      : [textBlock('paragraph', [plain(t('research:report.noLimits'))])]),
    ...(report.learnings.length > 0 ? [heading(t('research:report.sources'))] : []),
    ...citations.entries.flatMap(({ source, before, title, after, quotes }) => [
      textBlock('paragraph', [
        ...(before ? [plain(before)] : []),
        ...(source ? [titleInline(source, title, hasMentions)] : []),
        ...(after ? [plain(after)] : []),
      ]),
      ...quotes.map(({ quote }) => item([plain(`“${quote}”`)])),
    ]),
  ];
}
