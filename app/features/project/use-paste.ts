import { useEffect, useState } from 'react';
import { isTyping } from '~/features/shell/shortcuts';

/** What was pasted on a project’s screen, outside its fields. */
export type Pasted = { files: readonly File[] } | { address: string };

const ADDRESS = /^https?:\/\/\S{1,2048}$/i;

/** Files of a clipboard, or a text that is nothing but an address. Programs add a picture of copied text: text goes first. */
export function readPaste(data: Pick<DataTransfer, 'files' | 'getData'> | null): Pasted | null {
  const text = (data?.getData('text/plain') ?? '').trim();
  if (text !== '') return ADDRESS.test(text) ? { address: text } : null;
  const files = [...(data?.files ?? [])];
  return files.length > 0 ? { files } : null;
}

/** Takes pastes outside fields while it is enabled; `done` ends the offer. */
export function usePaste(isEnabled: boolean): { pasted: Pasted | null; done: () => void } {
  const [pasted, setPasted] = useState<Pasted | null>(null);
  useEffect(() => {
    if (!isEnabled) return undefined;
    const onPaste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const content = readPaste(event.clipboardData);
      if (!content) return;
      event.preventDefault();
      setPasted(content);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isEnabled]);
  return { pasted, done: () => setPasted(null) };
}
