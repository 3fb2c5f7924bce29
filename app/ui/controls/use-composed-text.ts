import { useRef, useState, type CompositionEvent } from 'react';

/**
 * What is typed into a search field, and what of it is searched for. In Japanese and Chinese, a composition holds kana or Pinyin that nobody
 * searches for until it is converted: `settled` waits for its end. In Korean every step of a syllable is text, so `settled` follows it.
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
      onCompositionStart: (): void => {
        waits.current = true;
      },
      // before the change it makes
      onCompositionUpdate: ({ data }: CompositionEvent<HTMLElement>): void => {
        waits.current = !/\p{Script=Hangul}/u.test(data);
      },
      onCompositionEnd: ({ target }: CompositionEvent<HTMLElement>): void => {
        waits.current = false;
        setSettled((target as HTMLInputElement).value);
      },
    },
  };
}
