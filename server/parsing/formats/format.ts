/** Input and output of a reader of a format. */
import type { TextCollector } from '../text/collector';

export interface Original {
  bytes: Buffer;
  name: string;
  /** languages that its text is expected in, the likeliest first (BCP 47) */
  languages: readonly string[];
}

export interface FormatContext {
  text: TextCollector;
  progress(share: number): void;
  /** folder for files of this process, which need not exist */
  scratch: string;
  /** milliseconds that are left */
  remaining(): number;
}

export interface Whole {
  title?: string;
  pages?: number;
  /** in what the original says of itself; the text's own language is found from its words */
  language?: string;
}

/** Adds the parts of an original to the text. Throws a CallError, or anything for damage. */
export type Format = (original: Original, context: FormatContext) => Promise<Whole>;
