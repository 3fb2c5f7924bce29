import { lazy, Suspense, type ReactNode } from 'react';
import { cx } from '../cx';

export interface ComboboxOption {
  id: string;
  label: string;
  /** a second, muted text; the search finds it, too */
  detail?: string;
  icon?: ReactNode;
  /** level in a tree, from 0; shown while nothing is searched for */
  depth?: number;
  isDisabled?: boolean;
}

interface Common {
  label?: string;
  /** the name where no label is shown */
  'aria-label'?: string;
  hint?: ReactNode;
  error?: ReactNode;
  placeholder?: string;
  options: readonly ComboboxOption[];
  /** shown where no option matches */
  empty?: string;
  /** options are offered for the word that follows this character only (`@`); its full-width form counts */
  trigger?: string;
  /** with `onTextChange`: the typed text belongs to the caller and may stay without being an option */
  text?: string;
  onTextChange?: (text: string) => void;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  className?: string;
}

interface Single extends Common {
  multiple?: false;
  value: string | null;
  onChange: (id: string) => void;
}

interface Multiple extends Common {
  multiple: true;
  /** shown as chips, in this order */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** label of a value that is not among the options any more */
  labelOf?: (id: string) => string | undefined;
}

export type ComboboxProps = Single | Multiple;

const load = () => import('./combobox-body');
const Body = lazy(load);

/**
 * One or several of many options, found by typing: the picker with free text. It loads with its first use, so that no start of a page pays for
 * `@reach/combobox`.
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
