import { forwardRef, type ReactNode } from 'react';
import { Button as AriaButton, Link as AriaLink, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-styles';
import { Spinner } from '../feedback/spinner';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** an element before the text */
  icon?: ReactNode;
  /** shows a spinner and ignores presses; stays focusable */
  isLoading?: boolean;
  className?: string;
  children: ReactNode;
}

/** Its text is a verb. A view has one primary button. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', size = 'normal', icon, isLoading = false, className, children, ...rest },
  ref,
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

/** A link with the style of a button. */
export function LinkButton({
  variant = 'secondary',
  size = 'normal',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <AriaLink {...rest} className={buttonClass(variant, size, className)}>
      {icon}
      <span>{children}</span>
    </AriaLink>
  );
}
