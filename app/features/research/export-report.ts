/** A report outside of its screen: as blocks of a note, for Markdown, Word, the clipboard and a note. */
import type { TFunction } from 'i18next';
import { sourceInline } from '~/features/chat/export-answer';
import { textBlock, type Inline, type NoteBlock } from '../../../sync/merge/note-blocks';
import type { Report } from '../../../sync/model/kinds/reports';
import { figuresOf } from './figures';
import { limitText } from './limit-text';

export type ReportT = TFunction<readonly ['research', 'errors', 'chat', 'shell']>;

const plain = (text: string): Inline => ({ type: 'text', text, marks: {} });
const italic = (text: string): Inline => ({ type: 'text', text, marks: { italic: true } });
const heading = (text: string, level: 2 | 3 = 2): NoteBlock => textBlock('heading', [plain(text)], { level });
const marks = (learnings: readonly number[]): string => learnings.map((n) => `[${n}]`).join('');

function figures(t: ReportT, report: Report): NoteBlock[] {
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
          [numbers.join(', '), learning.claim, marks([learning.n])].map((text) => [plain(text)]),
        ),
      ],
    },
  ];
}

/** @param options `hasMentions`: sources of the workspace are mentions, for a text that stays in it */
export function reportBlocks(
  t: ReportT,
  report: Report,
  { hasMentions = false }: { hasMentions?: boolean } = {},
): NoteBlock[] {
  const isDossier = report.mode === 'extractive';
  const learnings = new Map(report.learnings.map((each) => [each.n, each]));
  const sources = new Map(report.sources.map((each) => [each.no, each]));
  const section = ({ title, paragraphs }: Report['sections'][number]): NoteBlock[] => [
    heading(title),
    ...paragraphs.map((sentences) =>
      textBlock(
        'paragraph',
        sentences.flatMap(({ text, learnings: named, check }) => [
          plain(`${text} ${marks(named)} `),
          ...(check === '' ? [] : [italic(`(${t(`research:report.${check}`)}) `)]),
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
      const [one, other] = [a, b].map((n) => `${learnings.get(n)?.claim ?? ''} ${marks([n])}`);
      return item([plain(`${about}: ${one} / ${other}`)]);
    }),
    ...figures(t, report),
    heading(t('research:report.limits')),
    ...(report.limits.length > 0
      ? report.limits.map((limit) => item([plain(limitText(t, limit))]))
      : [textBlock('paragraph', [plain(t('research:report.noLimits'))])]),
    ...(report.learnings.length > 0 ? [heading(t('research:report.sources'))] : []),
    ...report.learnings.map(({ n, quote, source: no }) => {
      const source = sources.get(no);
      return textBlock('paragraph', [
        plain(`[${n}] “${quote}” `),
        ...(source ? sourceInline(t, source, hasMentions) : []),
      ]);
    }),
  ];
}
