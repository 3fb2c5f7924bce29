import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** React warns of layout effects on the server, where there is no layout. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

interface Value {
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
}

/**
 * A server-rendered field can be typed in before its script has arrived. React keeps the letters, but react-aria's state begins without
 * them, and the next render would clear the field: what stands in the control is taken over first.
 */
export function useTypedEarly<T extends HTMLInputElement | HTMLTextAreaElement>({
  value,
  defaultValue,
  onChange,
}: Value): { ref: RefObject<T>; value: string; onChange: (value: string) => void } {
  const ref = useRef<T>(null);
  const [own, setOwn] = useState(defaultValue ?? '');
  const change = (next: string): void => {
    setOwn(next);
    onChange?.(next);
  };
  const latest = useRef({ change, shown: value ?? own });
  latest.current = { change, shown: value ?? own };
  useBeforePaint(() => {
    const typed = ref.current?.value;
    if (typed && typed !== latest.current.shown) latest.current.change(typed);
  }, []);
  return { ref, value: value ?? own, onChange: change };
}
