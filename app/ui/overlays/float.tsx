import { cloneElement, useRef, useState, type ComponentType, type ReactElement, type RefObject } from 'react';
import type { ButtonProps, PressEvent } from 'react-aria-components';
import { lazyOverlay } from './lazy-overlay';

export type Placement =
  | 'bottom'
  | 'bottom start'
  | 'bottom end'
  | 'top'
  | 'top start'
  | 'top end'
  | 'right'
  | 'right top'
  | 'right bottom'
  | 'left';

/** Props that a floating part gets from the button that opens it. */
export interface Floating {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  trigger: RefObject<HTMLButtonElement>;
  /** initial focus: an end of the list after a key, the list itself after a press */
  focus: 'first' | 'last' | true;
}

/** Props added to the caller's button. */
interface TriggerProps {
  ref: RefObject<HTMLButtonElement>;
  'aria-haspopup': 'true' | 'dialog';
  'aria-expanded': boolean;
  onPress: (event: PressEvent) => void;
  onKeyDown?: ButtonProps['onKeyDown'];
}

/** A button with a floating part that loads later. */
export function floating<P extends Floating>(
  kind: 'true' | 'dialog',
  load: () => Promise<{ default: ComponentType<P> }>,
) {
  const Part = lazyOverlay<P>(load);
  return function Float({
    trigger,
    isOpen,
    onOpenChange,
    ...rest
  }: { trigger: ReactElement; isOpen?: boolean; onOpenChange?: (isOpen: boolean) => void } & Omit<P, keyof Floating>) {
    const button = useRef<HTMLButtonElement>(null);
    const [own, setOwn] = useState(false);
    const [focus, setFocus] = useState<Floating['focus']>(true);
    const open = isOpen ?? own;
    const set = (next: boolean): void => {
      setOwn(next);
      onOpenChange?.(next);
    };
    const openAt = (at: Floating['focus']): void => {
      setFocus(at);
      set(true);
    };
    const triggerProps: TriggerProps = {
      ref: button,
      'aria-haspopup': kind,
      'aria-expanded': open,
      onPress: ({ pointerType }) => openAt(pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : true),
      ...(kind === 'true'
        ? {
            onKeyDown: (event) => {
              if (event.key === 'ArrowDown') openAt('first');
              else if (event.key === 'ArrowUp') openAt('last');
              // react-aria stops the propagation of keys by default, which would disable the page's shortcuts
              else event.continuePropagation();
            },
          }
        : {}),
    };
    return (
      <>
        {cloneElement(trigger, triggerProps)}
        <Part {...({ ...rest, isOpen: open, onOpenChange: set, trigger: button, focus } as unknown as P)} />
      </>
    );
  };
}
