import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  Switch as AriaSwitch,
  type CheckboxProps as AriaCheckboxProps,
  type SwitchProps as AriaSwitchProps,
} from 'react-aria-components';
import { Check, Minus } from 'lucide-react';
import { cx } from '../cx';

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'children' | 'className' | 'style'> {
  className?: string;
  /** a checkbox without text needs `aria-label` */
  children?: ReactNode;
  hint?: ReactNode;
}

/** A checkbox: its value counts when the form is submitted. */
export function Checkbox({ children, hint, className, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox
      {...rest}
      className={cx(
        'group flex min-h-6 cursor-default items-start gap-2.5 text-14 data-disabled:opacity-45',
        className,
      )}
    >
      {({ isSelected, isIndeterminate }) => (
        <>
          <span
            className={cx(
              'mt-px flex size-[18px] shrink-0 items-center justify-center rounded-[5px] border transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent',
              isSelected || isIndeterminate
                ? 'border-accent bg-accent text-on-accent'
                : 'border-line-strong bg-raised group-data-invalid:border-danger',
            )}
          >
            {isIndeterminate ? (
              <Minus aria-hidden size={14} strokeWidth={3} />
            ) : isSelected ? (
              <Check aria-hidden size={14} strokeWidth={3} />
            ) : null}
          </span>
          {children && (
            <span className="flex flex-col gap-0.5">
              <span>{children}</span>
              {hint && <span className="text-12 text-ink-muted">{hint}</span>}
            </span>
          )}
        </>
      )}
    </AriaCheckbox>
  );
}

export interface SwitchProps extends Omit<AriaSwitchProps, 'children' | 'className' | 'style'> {
  className?: string;
  children: ReactNode;
  hint?: ReactNode;
}

/** A switch: its value takes effect immediately. */
export function Switch({ children, hint, className, ...rest }: SwitchProps) {
  return (
    <AriaSwitch
      {...rest}
      className={cx(
        'group flex min-h-6 cursor-default justify-between gap-4 text-14 data-disabled:opacity-45',
        hint ? 'items-start' : 'items-center',
        className,
      )}
    >
      <span className="flex flex-col gap-0.5">
        <span className="text-ink-strong">{children}</span>
        {hint && <span className="text-13 text-ink-muted">{hint}</span>}
      </span>
      <span className="mt-px flex h-5 w-9 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent group-data-selected:border-accent group-data-selected:bg-accent">
        <span className="size-3.5 rounded-full bg-line-strong transition-transform group-data-selected:translate-x-4 group-data-selected:bg-on-accent" />
      </span>
    </AriaSwitch>
  );
}
