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

/** What a floating part gets from the button that opens it. */
export interface Floating {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  trigger: RefObject<HTMLButtonElement>;
  /** what has the focus at first: an end of a list after a key, the list itself after a press */
  focus: 'first' | 'last' | true;
}

/** What a Button takes beside what the caller gave it. */
interface Pressed {
  ref: RefObject<HTMLButtonElement>;
  'aria-haspopup': 'true' | 'dialog';
  'aria-expanded': boolean;
  onPress: (event: PressEvent) => void;
  onKeyDown?: ButtonProps['onKeyDown'];
}

/** A floating part, of which only the button is loaded at first. */
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
    const pressed: Pressed = {
      ref: button,
      'aria-haspopup': kind,
      'aria-expanded': open,
      onPress: ({ pointerType }) => openAt(pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : true),
      ...(kind === 'true'
        ? {
            onKeyDown: (event) => {
              if (event.key === 'ArrowDown') openAt('first');
              else if (event.key === 'ArrowUp') openAt('last');
              // react-aria keeps a key to itself unless told: shortcuts of the page would end here
              else event.continuePropagation();
            },
          }
        : {}),
    };
    return (
      <>
        {cloneElement(trigger, pressed)}
        <Part {...({ ...rest, isOpen: open, onOpenChange: set, trigger: button, focus } as unknown as P)} />
      </>
    );
  };
}
