import { useRef, useState } from 'react';

/**
 * A search field whose query changes when an input method has finished: half a syllable matches nothing and would make the list jump.
 * Spread `field` into a SearchField.
 */
export function useSearch() {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const composing = useRef(false);
  return {
    query,
    clear: () => {
      setText('');
      setQuery('');
    },
    field: {
      value: text,
      onChange: (value: string) => {
        setText(value);
        if (!composing.current) setQuery(value.normalize('NFC'));
      },
      onCompositionStart: () => {
        composing.current = true;
      },
      onCompositionEnd: (event: { currentTarget: EventTarget }) => {
        composing.current = false;
        setQuery((event.currentTarget as HTMLInputElement).value.normalize('NFC'));
      },
    },
  };
}
