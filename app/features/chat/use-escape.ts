import { useEffect, useRef } from 'react';
import { isComposing } from '~/ui/controls/composing';

/** Overlays that close on Escape themselves. */
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]';

/** Calls back on Escape wherever the focus is, unless something on screen takes the key. Nothing for null. */
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
