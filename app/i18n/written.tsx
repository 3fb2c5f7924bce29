import type { ReactNode } from 'react';
import { langOf } from './text-language';

/** A text that people wrote, in its own language where that can be told; `children` where parts of it are marked. */
export function Written({ text, children }: { text: string; children?: ReactNode }) {
  return <span lang={langOf(text)}>{children ?? text}</span>;
}
