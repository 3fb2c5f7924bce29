/** Styles of buttons without their behaviour: for other elements, and for pages that are usable before react-aria has loaded. */
import { cx } from '../cx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large';

// react-aria sets `data-hovered` and `data-pressed`; native elements have `hover` and `active` for the same states
const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent data-hovered:bg-accent-hover data-pressed:bg-accent-pressed',
  secondary: 'border border-line bg-raised text-ink-strong data-hovered:bg-hover data-pressed:bg-pressed',
  quiet: 'text-ink data-hovered:bg-hover data-pressed:bg-pressed',
  danger: 'bg-danger text-on-danger data-hovered:bg-danger-hover data-pressed:bg-danger-pressed',
};
const NATIVE: Record<ButtonVariant, string> = {
  primary: 'hover:bg-accent-hover active:bg-accent-pressed',
  secondary: 'hover:bg-hover active:bg-pressed',
  quiet: 'hover:bg-hover active:bg-pressed',
  danger: 'hover:bg-danger-hover active:bg-danger-pressed',
};
const SIZES: Record<ButtonSize, string> = {
  small: 'min-h-7 px-2.5 py-1 text-13 gap-1.5',
  normal: 'min-h-9 px-3.5 py-1.5 text-14 gap-2',
  large: 'min-h-11 px-5 py-2.5 text-14 gap-2',
};

export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'normal',
  extra?: string,
): string =>
  cx(
    'focus-ring inline-flex shrink-0 cursor-default items-center justify-center rounded-control font-medium leading-tight transition-colors',
    'data-disabled:opacity-45 disabled:opacity-45',
    VARIANTS[variant],
    SIZES[size],
    extra,
  );

export const nativeButtonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'normal',
  extra?: string,
): string => buttonClass(variant, size, cx(NATIVE[variant], extra));

/** Style of a field's control. */
export const controlClass =
  'w-full rounded-control border border-line-strong bg-raised px-3 text-14 text-ink-strong placeholder:text-ink-faint transition-colors ' +
  'outline-none focus:border-accent focus:outline-2 focus:outline-solid focus:-outline-offset-1 focus:outline-accent data-invalid:border-danger data-invalid:focus:outline-danger data-disabled:opacity-45';

/** Style of popovers and lists that float above the page. */
export const floatClass =
  'float-in z-40 rounded-card border border-line bg-overlay shadow-float outline-none data-exiting:float-out';

/** For a small button whose text is `max-sm:sr-only`: on a narrow screen its icon alone is shown. */
export const ICON_IF_NARROW = 'max-sm:gap-0 max-sm:px-1.5';
