import { useEffect, useState } from 'react';
import { isTyping } from '~/ui/controls/is-typing';

/** Content pasted on a screen, outside of its fields. */
export type Pasted = { files: readonly File[] } | { address: string };

const ADDRESS = /^https?:\/\/\S{1,2048}$/i;

/**
 * Reads the files of a clipboard, or a text that is only an address. Some programs add an image of copied text, so a
 * text takes precedence over files.
 */
export function readPaste(data: Pick<DataTransfer, 'files' | 'getData'> | null): Pasted | null {
  const text = (data?.getData('text/plain') ?? '').trim();
  if (text !== '') return ADDRESS.test(text) ? { address: text } : null;
  const files = [...(data?.files ?? [])];
  return files.length > 0 ? { files } : null;
}

type Taken<K extends 'all' | 'files'> = K extends 'files' ? Extract<Pasted, { files: unknown }> : Pasted;

/**
 * Handles pastes outside of fields while it is enabled; `done` clears the pasted content.
 * @param kind `files` ignores pasted addresses
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
