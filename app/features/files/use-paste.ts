import { useEffect, useState } from 'react';
import { isTyping } from '~/ui/controls/is-typing';

/** Content that was pasted on a project’s screen, outside its fields. */
export type Pasted = { files: readonly File[] } | { address: string };

const ADDRESS = /^https?:\/\/\S{1,2048}$/i;

/** Files of a clipboard, or a text that is nothing but an address. Programs add a picture of copied text: text goes first. */
export function readPaste(data: Pick<DataTransfer, 'files' | 'getData'> | null): Pasted | null {
  const text = (data?.getData('text/plain') ?? '').trim();
  if (text !== '') return ADDRESS.test(text) ? { address: text } : null;
  const files = [...(data?.files ?? [])];
  return files.length > 0 ? { files } : null;
}

type Taken<K extends 'all' | 'files'> = K extends 'files' ? Extract<Pasted, { files: unknown }> : Pasted;

/**
 * Takes pastes outside fields while it is enabled; `done` ends the offer.
 * @param kind `files` leaves a pasted address to others
 */
export function usePaste<K extends 'all' | 'files' = 'all'>(
  isEnabled: boolean,
  kind?: K,
): { pasted: Taken<K> | null; done: () => void } {
  const [pasted, setPasted] = useState<Taken<K> | null>(null);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onPaste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const content = readPaste(event.clipboardData);
      if (!content || (kind === 'files' && !('files' in content))) return;
      event.preventDefault();
      setPasted(content as Taken<K>);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isEnabled, kind]);
  return { pasted, done: () => setPasted(null) };
}
