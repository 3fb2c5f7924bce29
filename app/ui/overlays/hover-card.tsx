import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { HoverCardBodyProps } from './hover-card-body';
import { lazyOverlay } from './lazy-overlay';

const Body = lazyOverlay<HoverCardBodyProps>(() => import('./hover-card-body'));

/** milliseconds before a card opens and closes: a pointer that passes by opens none, and one can move into the card */
const OPEN_MS = 150;
const CLOSE_MS = 200;

export interface HoverCardProps {
  /** accessible name */
  label: string;
  /** the element beside which it opens: gets these props */
  trigger: (props: {
    ref: RefObject<HTMLButtonElement>;
    'aria-expanded': boolean;
    'aria-haspopup': 'dialog';
    onPointerEnter: (event: { pointerType: string }) => void;
    onPointerLeave: () => void;
    onFocus: (event: { currentTarget: Element }) => void;
    onBlur: () => void;
    onClick: () => void;
  }) => ReactNode;
  className?: string;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A card that a pointer or the focus opens beside its trigger; a press moves the focus into it, Esc closes it.
 *
 *   closed ──pointer, focus──► shown (not modal) ──press──► entered (a dialog with the focus) ──Esc, outside──► closed
 */
export function HoverCard({ label, trigger, className, children }: HoverCardProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<'closed' | 'shown' | 'entered'>('closed');
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const later = (next: 'closed' | 'shown', ms: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState((now) => (now === 'entered' ? now : next)), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (next: 'closed' | 'entered'): void => {
    clearTimeout(timer.current);
    setState(next);
  };
  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': state !== 'closed',
        onPointerEnter: ({ pointerType }) => {
          if (pointerType === 'mouse') later('shown', OPEN_MS);
        },
        onPointerLeave: () => later('closed', CLOSE_MS),
        onFocus: ({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) later('shown', 0);
        },
        onBlur: () => later('closed', CLOSE_MS),
        onClick: () => set('entered'),
      })}
      <Body
        label={label}
        isOpen={state !== 'closed'}
        isEntered={state === 'entered'}
        trigger={button}
        onClose={() => set('closed')}
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={() => later('closed', CLOSE_MS)}
        {...(className ? { className } : {})}
      >
        {children}
      </Body>
    </>
  );
}
