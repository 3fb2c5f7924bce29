import type { ReactNode } from 'react';
import { langOf } from './text-language';

/** A text that people wrote, with its own language if detected; `children` if parts of it are highlighted. */
export function Written({ text, children }: { text: string; children?: ReactNode }) {
  return <span lang={langOf(text)}>{children ?? text}</span>;
}
