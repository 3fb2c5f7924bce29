/**
 * Styled native controls, for pages that must be usable before react-aria has loaded: sign-in, the console, error
 * pages. Other screens use the components beside this file.
 */
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx';
import { controlClass, nativeButtonClass, type ButtonSize, type ButtonVariant } from './button-styles';
import { Spinner } from '../feedback/spinner';
import { NativeFrame } from './native-frame';

interface StyleProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
}

export interface NativeButtonProps extends Omit<ComponentProps<'button'>, keyof StyleProps>, StyleProps {
  /** shows a spinner and ignores presses; stays focusable */
  isLoading?: boolean;
}

export function NativeButton({
  variant,
  size,
  className,
  isLoading = false,
  children,
  type = 'button',
  onClick,
  ...rest
}: NativeButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isLoading || undefined}
      onClick={(event) => (isLoading ? event.preventDefault() : onClick?.(event))}
      className={nativeButtonClass(variant, size, className)}
    >
      {isLoading && <Spinner />}
      <span>{children}</span>
    </button>
  );
}

export function NativeLink({
  variant,
  size,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, keyof StyleProps> & StyleProps) {
  return (
    <a {...rest} className={nativeButtonClass(variant, size, className)}>
      {children}
    </a>
  );
}

/** A button that is only an icon. */
export function NativeIconButton({
  label,
  icon,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children' | 'className'> & { label: string; icon: ReactNode; className?: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        'focus-ring inline-flex size-9 shrink-0 cursor-default items-center justify-center rounded-control text-ink-muted transition-colors hover:bg-hover hover:text-ink-strong active:bg-pressed',
        className,
      )}
    >
      {icon}
    </button>
  );
}

/** One line of text with its label, hint and error. The input is uncontrolled: text typed before the script arrives stays. */
export function NativeField({
  label,
  error,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'className'> & {
  label: string;
  error?: string | undefined;
  hint?: string;
  className?: string;
}) {
  return (
    <NativeFrame {...{ label, error, hint, className }}>
      {(control) => <input {...rest} {...control} className={cx(controlClass, 'h-9')} />}
    </NativeFrame>
  );
}

/** One of a few options. */
export function NativeSelect<K extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  options: readonly { id: K; label: string }[];
  value: K;
  onChange: (value: K) => void;
  className?: string;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as K)}
      className={cx(controlClass, 'h-9', className)}
    >
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
