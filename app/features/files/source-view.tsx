import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '~/ui/code-colors.css';
import type { CodePart } from '~/ui/data/highlight-code';
import { rangesOf, type SearchAnchor } from '~/features/search-anchor/anchor';
import { HighlightedRanges } from '~/features/search-anchor/highlighted-ranges';
import { cx } from '~/ui/cx';
import { ScrolledRows } from '~/ui/data/scrolled-rows';
import { Skeleton } from '~/ui/feedback/skeleton';
import { coloredLines, type ColoredLine } from './colored-lines';
import { sourceLanguage } from './preview-kind';

/** UTF-16 units; longer texts are not highlighted, since the whole text is parsed at once */
const COLORED_MAX = 200_000;
/** bytes that are shown; the complete file can be downloaded */
const SHOWN_MAX = 2_000_000;

/** A text or source file with line numbers. Only the visible lines are rendered. */
export function SourceView({
  blob,
  title,
  line,
  anchor,
}: {
  blob: Blob;
  title: string;
  /** the line to scroll to, from 1; 0 for none */
  line: number;
  anchor: SearchAnchor | null;
}) {
  const { t } = useTranslation('files');
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    void blob
      .slice(0, SHOWN_MAX)
      .text()
      .then((read) => {
        if (!isOver) setText(read.replace(/\r\n?/g, '\n'));
      });
    return () => {
      isOver = true;
    };
  }, [blob]);
  if (text === null) return <Skeleton className="m-4 h-40" />;
  return (
    <>
      {blob.size > SHOWN_MAX && <p className="px-5 pb-2 text-12 text-ink-muted">{t('preview.cut')}</p>}
      <Lines text={text} language={sourceLanguage(title)} line={line} anchor={anchor} />
    </>
  );
}

function useColors(text: string, language: string): readonly CodePart[] {
  const [parts, setParts] = useState<readonly CodePart[]>([]);
  useEffect(() => {
    setParts([]);
    if (language === '' || text.length > COLORED_MAX) return undefined;
    let isOver = false;
    // offline, and the module was never loaded: the text is not highlighted
    void import('~/ui/data/highlight-code').then(
      ({ codeParts }) => {
        if (!isOver) setParts(codeParts(text, language));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [text, language]);
  return parts;
}

function Lines({
  text,
  language,
  line,
  anchor,
}: {
  text: string;
  language: string;
  line: number;
  anchor: SearchAnchor | null;
}) {
  const { t } = useTranslation('files');
  const parts = useColors(text, language);
  const lines = useMemo(() => coloredLines(text, parts), [text, parts]);
  const digits = `${String(lines.length).length + 1}ch`;
  return (
    <ScrolledRows
      label={t('preview.label')}
      count={lines.length}
      estimate={() => 21}
      keyOf={(i) => i}
      wanted={line - 1}
      className="pb-8 font-mono text-13 leading-relaxed"
    >
      {(i) => (
        <div data-line={i + 1} className={cx('flex gap-4 px-4', i + 1 === line && 'bg-accent-tint')}>
          <span
            aria-hidden
            className="tabular shrink-0 select-none text-right text-ink-faint"
            style={{ width: digits }}
          >
            {i + 1}
          </span>
          <code className="min-w-0 flex-1 whitespace-pre-wrap break-words text-ink">
            <Line of={lines[i]!} words={i + 1 === line ? (anchor?.words ?? []) : []} />
          </code>
        </div>
      )}
    </ScrolledRows>
  );
}

function Line({ of, words }: { of: ColoredLine; words: readonly string[] }) {
  if (words.length > 0) {
    const text = of.map(({ text: piece }) => piece).join('');
    return <HighlightedRanges text={text} ranges={rangesOf(text, words)} />;
  }
  return (
    <>
      {of.map(({ text, type }, i) =>
        type === '' ? (
          text
        ) : (
          <span key={i} className={`code-${type}`}>
            {text}
          </span>
        ),
      )}
    </>
  );
}
