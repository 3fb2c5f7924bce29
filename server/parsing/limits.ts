/** Limits within which one original is parsed. */
import { LIMITS } from '../../sync/model/limits';

export const PARSING = {
  /** parser processes side by side */
  processes: 2,
  /** resident bytes of a process, WebAssembly included */
  memory: 512 * 1024 * 1024,
  /** megabytes of a process's JavaScript heap */
  heapMegabytes: 320,
  /** milliseconds from the start of a process */
  time: 120_000,
  /** milliseconds for a page of HTML, which takes a fraction of a second */
  pageTime: 30_000,
  /** bytes of what a process answers */
  answer: 24 * 1024 * 1024,
  /** bytes of an original; audio is larger, and not read */
  original: LIMITS.fileBytes,
} as const;

export interface ParsingLimits {
  memory: number;
  heapMegabytes: number;
  time: number;
  pageTime: number;
  answer: number;
}
