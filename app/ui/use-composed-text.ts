import { useRef, useState, type CompositionEvent } from 'react';

/**
 * The text of a search field, and the part of it to search for (`settled`). In Japanese and Chinese a composition holds unconverted kana or
 * Pinyin: `settled` waits for its end. In Korean every step of a syllable is text, so `settled` follows it.
 */
export function useComposedText(initial = '') {
  const [text, setText] = useState(initial);
  const [settled, setSettled] = useState(initial);
  const waits = useRef(false);
  return {
    text,
    settled,
    change: (value: string): void => {
      setText(value);
      if (!waits.current) setSettled(value);
    },
    handlers: {
      onCompositionStart: (): void => { waits.current = true; },
      // before the change it makes
      onCompositionUpdate: ({ data }: CompositionEvent<HTMLElement>): void => { waits.current = !/\p{Script=Hangul}/u.test(data); },
      onCompositionEnd: ({ target }: CompositionEvent<HTMLElement>): void => {
        waits.current = false;
        setSettled((target as HTMLInputElement).value);
      },
    },
  };
}
