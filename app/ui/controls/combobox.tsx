import { lazy, Suspense } from 'react';
import { cx } from '../cx';
import type { ComboboxProps } from './combobox-body';

export type { ComboboxOption } from './combobox-body';

const Body = lazy(() => import('./combobox-body'));

/**
 * One or several of many options, found by typing: the picker with free text. It loads with its first use, so that no
 * start of a page pays for `@reach/combobox`.
 */
export function Combobox(props: ComboboxProps) {
  return (
    <Suspense
      fallback={
        <div aria-busy className={cx('flex flex-col gap-1.5', props.className)}>
          {props.label && <span className="text-13 font-medium text-ink">{props.label}</span>}
          <div className="min-h-9 rounded-control border border-line-strong bg-raised" />
        </div>
      }
    >
      <Body {...props} />
    </Suspense>
  );
}
