import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageBlock, NoteBlock } from '../../../sync/merge/note-blocks';
import { showImage, whenNear, type Missing } from '~/features/note-editor/image-urls';
import { langOf } from '~/i18n/text-language';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { compareTexts, summaryOf, type ComparedBlock, type ComparedRow, type Part } from './compare';

/** number of consecutive unchanged blocks above which the middle ones are collapsed */
const FOLD_ABOVE = 4;

const SIGNS = { same: '', added: '+', removed: '−', changed: '±' } as const;
const COLORS = {
  same: '',
  added: 'bg-success-tint',
  removed: 'bg-danger-tint',
  changed: 'bg-warning-tint',
} as const;

/** Added words are underlined, removed ones crossed out, so that colour is not the only difference. */
function Words({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('versions');
  return parts.map(({ difference, text }, i) =>
    difference === 'added' ? (
      <ins key={i} className="rounded-xs bg-success-tint text-success-ink underline decoration-2 underline-offset-3">
        <span className="sr-only">{t('mark.added')} </span>
        {text}
      </ins>
    ) : difference === 'removed' ? (
      <del key={i} className="rounded-xs bg-danger-tint text-danger-ink line-through">
        <span className="sr-only">{t('mark.removed')} </span>
        {text}
      </del>
    ) : (
      <span key={i}>{text}</span>
    ),
  );
}

/** A picture if it can be loaded, above its description. */
function Picture({
  contentId,
  image,
  compared: { difference, parts },
}: {
  contentId: string;
  image: ImageBlock;
  compared: ComparedBlock;
}) {
  const { t } = useTranslation('note');
  const { imageId, alt, width, height } = image;
  const place = useRef<HTMLElement>(null);
  const [shown, setShown] = useState<{ url: string } | { missing: Missing }>();
  useEffect(() => {
    const element = place.current;
    if (!element || !imageId) return undefined;
    let end = (): void => {};
    const stopNear = whenNear(element, () => {
      end = showImage(contentId, imageId, {
        ready: (url) => setShown({ url }),
        missing: (missing) => setShown({ missing }),
      });
    });
    return () => {
      stopNear();
      end();
    };
  }, [contentId, imageId]);
  const name = t('image.title');
  const missing = !imageId
    ? t('image.unknown')
    : shown && 'missing' in shown
      ? t(shown.missing === 'offline' ? 'image.offline' : 'image.notUploaded')
      : '';
  return (
    <figure ref={place} className="flex min-w-0 flex-1 flex-col gap-1 py-1">
      {shown && 'url' in shown && (
        <img
          src={shown.url}
          alt={alt || name}
          width={width || undefined}
          height={height || undefined}
          className={cx(
            'h-auto max-h-48 w-auto max-w-full self-start rounded-control',
            difference === 'removed' && 'opacity-60',
          )}
        />
      )}
      <figcaption className="text-13 break-words text-ink">
        {!(shown && 'url' in shown) && alt !== '' && <span>{name}: </span>}
        <Words
          parts={
            parts.length > 0 ? parts : [{ difference: difference === 'changed' ? 'same' : difference, text: name }]
          }
        />
        {missing && <span className="ml-2 text-12 text-ink-muted">{missing}</span>}
      </figcaption>
    </figure>
  );
}

/** A table; a changed one has a sign before each row. */
function Table({ rows, hasSigns }: { rows: readonly ComparedRow[]; hasSigns: boolean }) {
  return (
    // focusable, so that a wide table can be scrolled by keyboard
    <div className="focus-ring min-w-0 flex-1 overflow-x-auto" tabIndex={0}>
      <table className="border-collapse text-13">
        <tbody>
          {rows.map(({ difference, cells }, r) => (
            <tr key={r} className={hasSigns ? COLORS[difference] : undefined}>
              {hasSigns && (
                <td aria-hidden className="w-3 pr-2 text-center font-mono text-ink-muted select-none">
                  {SIGNS[difference]}
                </td>
              )}
              {cells.map((parts, c) => {
                const Cell = r === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={c}
                    scope={r === 0 ? 'col' : undefined}
                    className="min-w-16 border border-line px-2 py-1 text-left align-top whitespace-pre-wrap"
                  >
                    <Words parts={parts} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A divider; its change is announced to screen readers. */
function Divider({ difference }: { difference: ComparedBlock['difference'] }) {
  const { t } = useTranslation('versions');
  return (
    <div className="min-w-0 flex-1 py-2">
      {(difference === 'added' || difference === 'removed') && (
        <span className="sr-only">{t(`mark.${difference}`)}</span>
      )}
      <hr className="border-line-strong" />
    </div>
  );
}

/** The marker of a list item, and the style of a block. */
function frameOf(block: NoteBlock): { sign: ReactNode; className: string; indent: number } {
  const indent = 'indent' in block ? block.indent : 0;
  if (block.type !== 'block')
    return { sign: null, indent, className: 'whitespace-pre-wrap font-mono text-13 text-ink' };
  const isHeading = block.kind === 'heading';
  return {
    indent,
    sign:
      block.kind === 'bullet' || block.kind === 'ordered'
        ? '•'
        : block.kind === 'task'
          ? block.checked
            ? '☑'
            : '☐'
          : null,
    className: cx(
      isHeading ? 'font-semibold text-ink-strong' : 'text-ink',
      isHeading && block.level === 1 && 'text-20',
      block.quote && 'border-l-2 border-line-strong pl-3',
    ),
  };
}

/** The change of a block's form, if its words did not change. */
function formOf({ block, before, parts }: ComparedBlock): 'done' | 'open' | 'form' | null {
  const isDone = (of: NoteBlock | undefined): boolean => of?.type === 'block' && of.kind === 'task' && of.checked;
  if (isDone(block) !== isDone(before)) return isDone(block) ? 'done' : 'open';
  return parts.every((part) => part.difference === 'same') ? 'form' : null;
}

/** One block with its additions, removals and changes. */
export function DiffRow({ contentId, compared }: { contentId: string; compared: ComparedBlock }) {
  const { t } = useTranslation('versions');
  const { difference, block, parts, rows } = compared;
  const { sign, className, indent } = frameOf(block);
  const form = difference === 'changed' ? formOf(compared) : null;
  return (
    <div className={cx('flex gap-2 rounded-xs px-2 py-0.5', COLORS[difference])}>
      <span aria-hidden className="w-3 shrink-0 select-none text-center font-mono text-ink-muted">
        {SIGNS[difference]}
      </span>
      {block.type === 'image' ? (
        <Picture contentId={contentId} image={block} compared={compared} />
      ) : rows ? (
        <Table rows={rows} hasSigns={difference === 'changed'} />
      ) : block.type === 'divider' ? (
        <Divider difference={difference} />
      ) : (
        <p
          className={cx('min-w-0 flex-1 whitespace-pre-wrap break-words', className)}
          style={{ paddingInlineStart: `${indent * 1.25}rem` }}
        >
          {sign && <span className="select-none">{sign} </span>}
          <Words parts={parts} />
        </p>
      )}
      {form && <span className="shrink-0 text-12 text-ink-muted">({t(`mark.${form}`)})</span>}
    </div>
  );
}

/** Rows of blocks; long unchanged runs are collapsed to a number. */
function folded(blocks: readonly ComparedBlock[]): (ComparedBlock | { hidden: number })[] {
  const out: (ComparedBlock | { hidden: number })[] = [];
  for (let i = 0; i < blocks.length;) {
    let end = i;
    while (end < blocks.length && blocks[end]!.difference === 'same') end += 1;
    if (end - i > FOLD_ABOVE) {
      out.push(blocks[i]!, { hidden: end - i - 2 }, blocks[end - 1]!);
      i = end;
    } else {
      out.push(...blocks.slice(i, Math.max(end, i + 1)));
      i = Math.max(end, i + 1);
    }
  }
  return out;
}

/** The differences between a version of a text and the present text. */
export function VersionDiff({
  contentId,
  then,
  now,
}: {
  contentId: string;
  then: readonly NoteBlock[];
  now: readonly NoteBlock[];
}) {
  const { t } = useTranslation('versions');
  const [isWhole, setWhole] = useState(false);
  const compared = useMemo(() => compareTexts(then, now), [then, now]);
  const { added, removed, changed } = summaryOf(compared);
  const isEqual = added + removed + changed === 0;
  const rows = isWhole || isEqual ? compared : folded(compared);
  const lang = langOf(
    compared
      .slice(0, 20)
      .map(({ parts }) => parts.map(({ text }) => text).join(''))
      .join(' '),
  );
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-ink-muted" role="status">
        {isEqual
          ? t('equal')
          : [
              added > 0 && t('summary.added', { count: added }),
              removed > 0 && t('summary.removed', { count: removed }),
              changed > 0 && t('summary.changed', { count: changed }),
            ]
              .filter(Boolean)
              .join(' · ')}
      </p>
      {!isEqual && <p className="text-12 text-ink-muted">{t('legend')}</p>}
      <div lang={lang} className="flex flex-col gap-1.5 text-14 leading-relaxed">
        {rows.map((row, i) =>
          'hidden' in row ? (
            <div key={i} className="py-1">
              <Button size="small" variant="quiet" onPress={() => setWhole(true)}>
                {t('unchanged', { count: row.hidden })}
              </Button>
            </div>
          ) : (
            <DiffRow key={i} contentId={contentId} compared={row} />
          ),
        )}
      </div>
    </div>
  );
}
