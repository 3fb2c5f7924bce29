import { clean, cleanLines, graphemeLength } from '../../../sync/model/text';
import { CallError } from '../../../sync/protocol/errors';

type Bounds = { min?: number; max: number };

/** Cleans a single-line text and checks its length in graphemes. Throws PARAM_ERROR with the field's name. */
export const lineOf = (text: string, bounds: Bounds, field: string): string => within(clean(text), bounds, field);

/** The same for a multi-line text. */
export const linesOf = (text: string, bounds: Bounds, field: string): string => within(cleanLines(text), bounds, field);

function within(cleaned: string, bounds: Bounds, field: string): string {
  const length = graphemeLength(cleaned.slice(0, 10_000));
  if (length < (bounds.min ?? 0) || length > bounds.max)
    throw new CallError('PARAM_ERROR', { fieldErrors: { [field]: 'PARAM_ERROR' } });
  return cleaned;
}
