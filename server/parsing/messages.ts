/**
 * The messages between the server and a parser process. The order and the bytes of the original go in by the standard
 * input: one line of JSON, then the bytes. Answers come as lines of JSON by a pipe of their own, because libraries
 * write to the standard output.
 */
import * as v from 'valibot';
import { ParsedText } from '../../sync/model/parsed-text';
import { PARSE_ERRORS } from './failure';

/** file descriptor of the answers */
export const ANSWERS = 3;

interface OrderTerms {
  /** milliseconds for it */
  time: number;
  /** bytes above which the original is not read */
  limit: number;
  /** folder for files of the process, which the server removes */
  scratch: string;
  /**
   * bytes of the original, after which the process waits for another order; otherwise it reads to the end of its input
   */
  bytes?: number;
}
export type Order = OrderTerms &
  (
    | { kind: 'file'; name: string; languages: readonly string[] }
    | { kind: 'page'; url: string; contentType: string | undefined }
  );

export const ParsedPageAnswer = v.object({
  ...ParsedText.entries,
  canonical: v.pipe(v.string(), v.maxLength(2048)),
  links: v.pipe(v.array(v.pipe(v.string(), v.maxLength(2048))), v.maxLength(2000)),
  description: v.pipe(v.string(), v.maxLength(1000)),
});
export type ParsedPage = v.InferOutput<typeof ParsedPageAnswer>;

/** A line of the answer; the last one has the result or the failure. */
export const Answer = v.union([
  v.object({ progress: v.number() }),
  v.object({ failed: v.picklist(PARSE_ERRORS), /** for the log */ reason: v.string() }),
  v.object({ result: v.unknown(), /** highest resident memory of the process */ peakBytes: v.number() }),
]);
export type Answer = v.InferOutput<typeof Answer>;
