import { useMemo, useRef } from 'react';
import { ListTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { rangesOf, type SearchAnchor } from '~/features/search-anchor/anchor';
import { HighlightedRanges } from '~/features/search-anchor/highlighted-ranges';
import { langOf } from '~/i18n/text-language';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { ScrolledRows, type ScrolledRowsHandle } from '~/ui/data/scrolled-rows';
import { MenuButton } from '~/ui/overlays/menu';
import type { ItemText } from '../../../sync/model/kinds/item-texts';
import type { TextPart } from '../../../sync/model/parsed-text';
import { sectionText } from '~/features/search-anchor/place-text';

/** number of entries that the menu of the outline shows */
const OUTLINE_SHOWN = 200;

/**
 * The extracted text of a file or page, with only the visible parts rendered. Opens at a part, with the words marked.
 */
export function PartsView({ text, partId, anchor }: { text: ItemText; partId: string; anchor: SearchAnchor | null }) {
  const { t } = useTranslation(['files', 'shell']);
  const rows = useRef<ScrolledRowsHandle>(null);
  const { parts, outline } = text;
  const index = useMemo(() => new Map(parts.map(({ id }, i) => [id, i])), [parts]);
  const sections = useMemo(() => {
    let last = '';
    return parts.map(({ place }) => {
      const section = sectionText(t, place);
      const isNew = section !== '' && section !== last;
      last = section;
      return isNew ? section : '';
    });
  }, [parts, t]);
  const goTo = (id: string): void => {
    const at = index.get(id);
    if (at !== undefined) rows.current?.goTo(at);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {outline.length > 0 && (
        <div className="px-4 pb-2">
          <MenuButton
            label={t('files:outline')}
            placement="bottom start"
            trigger={
              <Button size="small" icon={<ListTree aria-hidden size={16} />}>
                {t('files:outline')}
              </Button>
            }
            items={outline.slice(0, OUTLINE_SHOWN).map(({ title, level, partId: id }) => ({
              id,
              label: `${' '.repeat((level - 1) * 2)}${title}`,
            }))}
            onAction={goTo}
          />
        </div>
      )}
      <ScrolledRows
        ref={rows}
        label={t('files:text')}
        count={parts.length}
        estimate={(i) => 30 + Math.ceil(parts[i]!.text.length / 80) * 22}
        keyOf={(i) => parts[i]!.id}
        wanted={index.get(partId) ?? -1}
        className="px-5 pb-10"
        columnClassName="mx-auto max-w-(--writing)"
      >
        {(i) => (
          <>
            {sections[i] && (
              <p className={cx('mb-1 border-b border-line pb-1 text-12 text-ink-muted', i > 0 && 'pt-5')}>
                {sections[i]}
              </p>
            )}
            <Part part={parts[i]!} isWanted={parts[i]!.id === partId} words={anchor?.words ?? []} />
          </>
        )}
      </ScrolledRows>
    </div>
  );
}

const HEADINGS = ['', 'text-20 font-semibold', 'text-16 font-semibold', 'text-14 font-semibold'];

function Part({ part, isWanted, words }: { part: TextPart; isWanted: boolean; words: readonly string[] }) {
  const { kind, level, text } = part;
  const content = isWanted ? <HighlightedRanges text={text} ranges={rangesOf(text, words)} /> : text;
  const frame = cx(
    'whitespace-pre-wrap break-words rounded-control text-14 leading-(--leading-writing) text-ink',
    isWanted && '-mx-2 bg-accent-tint px-2',
  );
  const common = { className: frame, lang: langOf(text), 'data-part': part.id };
  if (kind === 'heading')
    return (
      <p
        {...common}
        role="heading"
        aria-level={Math.min(6, level + 2)}
        className={cx(frame, 'pb-1 pt-3 text-ink-strong', HEADINGS[Math.min(level, 3)])}
      >
        {content}
      </p>
    );
  if (kind === 'listItem')
    return (
      <p {...common} className={cx(frame, 'relative py-0.5')} style={{ paddingInlineStart: `${level * 1.25}rem` }}>
        <span aria-hidden className="absolute -translate-x-3.5 text-ink-muted">
          •
        </span>
        {content}
      </p>
    );
  if (kind === 'code')
    return (
      <pre
        {...common}
        className={cx(frame, 'my-1 overflow-x-auto rounded-control bg-sunken px-3 py-1 font-mono text-13')}
      >
        {content}
      </pre>
    );
  if (kind === 'tableRow')
    return <TableRow {...common} text={text} words={isWanted ? words : []} place={part.place.cell} />;
  return (
    <p {...common} className={cx(frame, 'py-1')}>
      {content}
    </p>
  );
}

/**
 * A row of a table, whose cells are separated by tabs. Each row is a grid of its own, because a sheet may have
 * thousands of rows of which only a few are rendered.
 */
function TableRow({
  text,
  words,
  place,
  className,
  ...rest
}: {
  text: string;
  words: readonly string[];
  place?: string | undefined;
  className: string;
  lang: string | undefined;
  'data-part': string;
}) {
  const cells = text.split('\t');
  return (
    <div {...rest} className={cx(className, 'flex gap-2 rounded-none border-b border-line py-1 text-13')}>
      {place && <span className="tabular w-8 shrink-0 sm:w-10 text-12 text-ink-muted">{place}</span>}
      <div
        className="grid min-w-0 flex-1 gap-x-2 sm:gap-x-4"
        style={{ gridTemplateColumns: `repeat(${cells.length}, minmax(0, 1fr))` }}
      >
        {cells.map((cell, i) => (
          <span key={i} className="min-w-0 break-words">
            <HighlightedRanges text={cell} ranges={rangesOf(cell, words)} />
          </span>
        ))}
      </div>
    </div>
  );
}
