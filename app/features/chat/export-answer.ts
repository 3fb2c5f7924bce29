/** Converts an answer for copying and for notes. Citation markers become the numbers of a list of sources. */
import type { TFunction } from 'i18next';
import { placeText } from '~/features/search-anchor/place-text';
import { writeHtml } from '../../../sync/merge/note-html';
import { parseMarkdown, writeMarkdown } from '../../../sync/merge/note-markdown';
import { textBlock, type Inline, type NoteBlock } from '../../../sync/merge/note-blocks';
import { textOfBlocks } from '../../../sync/merge/note-text';
import { safeHref } from '../../../sync/model/note-document';
import { readMention } from '../../../sync/model/mentions';
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import type { CopyFormat } from '~/features/note/note-files';
import { withMarkers } from './answer-pieces';
import { putFormulasBack, takeFormulas } from './formulas';

type Exported = Pick<Answer, 'text' | 'citations' | 'sources' | 'mode'>;

const paragraph = (text: string): NoteBlock => textBlock('paragraph', [{ type: 'text', text, marks: {} }]);

/**
 * Parses a text into blocks, with formulas as TeX source, since notes have no formulas. The formulas are taken out
 * before `mark` replaces the markers, because an escaped bracket of a citation (`\[`) would be read as the start of a
 * formula.
 */
function withFormulas(written: string, mark: (text: string) => string): NoteBlock[] {
  const { text, formulas } = takeFormulas(written);
  return putFormulasBack(parseMarkdown(mark(text)), formulas);
}

const MENTIONED = { notes: 'note', meetings: 'meeting', projects: 'project' } as const;

/** A source as a mention of its document, which is shown under its present name; null for other kinds of sources. */
function mentionOf({ kind, id, title }: AnswerSource): Inline | null {
  const mention = readMention({ kind: MENTIONED[kind as keyof typeof MENTIONED], id, label: title });
  return mention && { type: 'mention', ...mention };
}

/** The title of a source: a mention, or a link to its address. */
export function titleInline(source: AnswerSource, title: string, hasMentions: boolean): Inline {
  const href = safeHref(source.url);
  return (hasMentions ? mentionOf(source) : null) ?? { type: 'text', text: title, marks: href ? { link: href } : {} };
}

/** Title and place of a source. `t` must have loaded `shell`. */
export function sourceInline(
  t: TFunction<readonly [string, ...string[]]>,
  source: AnswerSource,
  hasMentions: boolean,
): Inline[] {
  const { title, url, place } = source;
  const where = place ? placeText(t, place) : '';
  return [
    titleInline(source, title || url, hasMentions),
    ...(where ? [{ type: 'text' as const, text: ` · ${where}`, marks: {} }] : []),
  ];
}

/**
 * The blocks of an answer, then its cited sources. `t` must have loaded `chat` and `shell`.
 * @param options `hasMentions`: sources of the workspace become mentions, for a text within the workspace
 */
export function answerBlocks(
  t: TFunction<readonly [string, ...string[]]>,
  answer: Exported,
  { hasMentions = false }: { hasMentions?: boolean } = {},
): NoteBlock[] {
  const sourceOf = (no: number) => answer.sources.find((source) => source.no === no);
  const cited = answer.citations.filter(({ source }) => sourceOf(source));
  const body =
    answer.mode === 'extractive'
      ? [
          paragraph(t('chat:extractive.title')),
          ...cited.map(({ n, quote }) =>
            textBlock('paragraph', [{ type: 'text', text: `${quote} [${n}]`, marks: {} }], { quote: true }),
          ),
        ]
      : withFormulas(answer.text, (text) =>
          withMarkers(text, (n) =>
            n === null
              ? ` (${t('chat:unsupported')})`
              : cited.some((each) => each.n === n)
                ? // escaped: `[n]` could be read as a Markdown link
                  `\\[${n}\\]`
                : '',
          ),
        );
  if (cited.length === 0) return body;
  return [
    ...body,
    textBlock('heading', [{ type: 'text', text: t('chat:sources.title'), marks: {} }], { level: 3 }),
    ...cited.map(({ n, source }) =>
      textBlock('paragraph', [
        { type: 'text', text: `[${n}] `, marks: {} },
        ...sourceInline(t, sourceOf(source)!, hasMentions),
      ]),
    ),
  ];
}

export const answerMarkdown = (t: TFunction<readonly [string, ...string[]]>, answer: Exported): string =>
  writeMarkdown(answerBlocks(t, answer));

/** Copies an answer to the clipboard. Throws if the browser refuses. */
export const copyAnswer = (
  t: TFunction<readonly [string, ...string[]]>,
  answer: Exported,
  format: CopyFormat,
): Promise<void> => copyBlocks(answerBlocks(t, answer), format);

/** Copies blocks to the clipboard. Throws if the browser refuses. */
export async function copyBlocks(blocks: NoteBlock[], format: CopyFormat): Promise<void> {
  const plain = textOfBlocks(blocks);
  if (format === 'text') return navigator.clipboard.writeText(plain);
  if (format === 'markdown') return navigator.clipboard.writeText(writeMarkdown(blocks));
  return navigator.clipboard.write([
    new ClipboardItem({
      'text/html': new Blob([writeHtml(blocks)], { type: 'text/html' }),
      'text/plain': new Blob([plain], { type: 'text/plain' }),
    }),
  ]);
}
