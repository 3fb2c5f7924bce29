/** Progress through a few steps: a list for screen readers, with the current one marked. */
import { Check } from 'lucide-react';
import { cx } from '~/ui/cx';

/** @param at the current step, from 1 */
export function Steps({ at, names }: { at: number; names: readonly string[] }) {
  return (
    <ol className="mb-6 flex gap-2">
      {names.map((name, i) => (
        <li
          key={name}
          aria-current={i + 1 === at ? 'step' : undefined}
          className="flex min-w-0 flex-1 flex-col gap-1.5"
        >
          <span aria-hidden className={cx('h-1 rounded-full', i + 1 <= at ? 'bg-accent' : 'bg-line-strong')} />
          <span
            className={cx(
              'flex items-center gap-1 text-12 leading-snug',
              i + 1 === at ? 'font-medium text-ink-strong' : 'text-ink-muted',
            )}
          >
            {i + 1 < at && <Check aria-hidden size={12} className="shrink-0" />}
            {name}
          </span>
        </li>
      ))}
    </ol>
  );
}
