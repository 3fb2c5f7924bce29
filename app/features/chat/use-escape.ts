import { useEffect, useRef } from 'react';
import { isComposing } from '~/ui/controls/composing';

/** Overlays that handle Escape themselves. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

/**
 * Calls `act` on Escape wherever the focus is, unless an overlay or an input method handles the key. Does nothing while
 * `act` is null.
 */
export function useEscape(act: (() => void) | null): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  const isOn = act !== null;
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
      if (!document.querySelector(OVERLAYS)) latest.current?.();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
