import { forwardRef, type ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { cx } from '../cx';
import { Spinner } from '../feedback/spinner';
import { Tooltip } from '../overlays/tooltip';

export interface IconButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style' | 'aria-label'> {
  /** its action: the accessible name and the tooltip */
  label: string;
  icon: ReactNode;
  shortcut?: string;
  variant?: 'quiet' | 'secondary' | 'primary' | 'danger';
  size?: 'small' | 'normal' | 'large';
  isLoading?: boolean;
  /** pressed state of a toggle button; sets aria-pressed */
  isActive?: boolean;
  tooltipPlacement?: 'top' | 'bottom' | 'left' | 'right';
  className?: string;
}

const SIZES = { small: 'size-7', normal: 'size-9', large: 'size-11' };
const VARIANTS = {
  quiet: 'text-ink-muted data-hovered:bg-hover data-hovered:text-ink-strong data-pressed:bg-pressed',
  secondary: 'border border-line bg-raised text-ink data-hovered:bg-hover data-pressed:bg-pressed',
  primary: 'bg-accent text-on-accent data-hovered:bg-accent-hover data-pressed:bg-accent-pressed',
  danger: 'text-danger-ink data-hovered:bg-danger-tint data-pressed:bg-danger-tint',
};

/** A button that is only an icon. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  {
    label,
    icon,
    shortcut,
    variant = 'quiet',
    size = 'normal',
    isLoading = false,
    isActive,
    tooltipPlacement,
    className,
    ...rest
  },
  ref,
) {
  return (
    <Tooltip
      text={label}
      {...(shortcut ? { shortcut } : {})}
      {...(tooltipPlacement ? { placement: tooltipPlacement } : {})}
    >
      <AriaButton
        {...rest}
        ref={ref}
        aria-label={label}
        aria-pressed={isActive}
        isPending={isLoading}
        className={cx(
          'focus-ring inline-flex shrink-0 cursor-default items-center justify-center rounded-control transition-colors data-disabled:opacity-45',
          SIZES[size],
          VARIANTS[variant],
          isActive && 'bg-accent-tint text-accent-ink',
          className,
        )}
      >
        {isLoading ? <Spinner /> : icon}
      </AriaButton>
    </Tooltip>
  );
});
