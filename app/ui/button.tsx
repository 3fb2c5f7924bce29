import { forwardRef, type ReactNode } from 'react';
import { Button as AriaButton, Link as AriaLink, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { cx } from './cx';
import { Spinner } from './spinner';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent data-hovered:bg-accent-hover data-pressed:bg-accent-pressed',
  secondary: 'border border-line bg-raised text-ink-strong data-hovered:bg-hover data-pressed:bg-pressed',
  quiet: 'text-ink data-hovered:bg-hover data-pressed:bg-pressed',
  danger: 'bg-danger text-on-danger data-hovered:bg-danger-hover data-pressed:bg-danger-pressed',
};
const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-7 px-2.5 py-1 text-13 gap-1.5',
  normal: 'min-h-9 px-3.5 py-1.5 text-14 gap-2',
  large: 'min-h-11 px-5 py-2.5 text-14 gap-2',
};
/** The look of a button, for the few elements that must be something else (a file's label). */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'normal', extra?: string): string =>
  cx(
    'focus-ring inline-flex shrink-0 cursor-default items-center justify-center rounded-control font-medium leading-tight transition-colors',
    'data-disabled:opacity-45 disabled:opacity-45', VARIANTS[variant], SIZES[size], extra,
  );

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** an element before the text */
  icon?: ReactNode;
  /** shows a ring and takes no presses; stays focusable */
  isLoading?: boolean;
  className?: string;
  children: ReactNode;
}

/** A verb. One primary button a view. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', size = 'normal', icon, isLoading = false, className, children, ...rest }, ref,
) {
  return (
    <AriaButton {...rest} ref={ref} isPending={isLoading} className={buttonClass(variant, size, className)}>
      {isLoading ? <Spinner /> : icon}
      <span>{children}</span>
    </AriaButton>
  );
});

export interface LinkButtonProps {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  className?: string;
  download?: string | boolean;
  target?: string;
  children: ReactNode;
}

/** A link that looks like a button: it goes somewhere. */
export function LinkButton({ variant = 'secondary', size = 'normal', icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <AriaLink {...rest} className={buttonClass(variant, size, className)}>
      {icon}
      <span>{children}</span>
    </AriaLink>
  );
}
