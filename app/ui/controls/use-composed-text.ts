import { useRef, useState, type CompositionEvent } from 'react';

/**
 * The text of a search field, and its `settled` part, which is the query. A Japanese or Chinese composition holds kana
 * or Pinyin until it is converted: `settled` changes at its end. Every step of a Korean composition is text: `settled`
 * follows it.
 */
export function useComposedText(initial = '') {
  const [text, setText] = useState(initial);
  const [settled, setSettled] = useState(initial);
  const isUnconverted = useRef(false);
  return {
    text,
    settled,
    change: (value: string): void => {
      setText(value);
      if (!isUnconverted.current) setSettled(value);
    },
    handlers: {
      onCompositionStart: (): void => {
        isUnconverted.current = true;
      },
      // browsers send the update before the change event
      onCompositionUpdate: ({ data }: CompositionEvent<HTMLElement>): void => {
        isUnconverted.current = !/\p{Script=Hangul}/u.test(data);
      },
      onCompositionEnd: ({ target }: CompositionEvent<HTMLElement>): void => {
        isUnconverted.current = false;
        setSettled((target as HTMLInputElement).value);
      },
    },
  };
}
