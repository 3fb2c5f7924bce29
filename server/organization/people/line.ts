import { clean, graphemeLength } from '../../../sync/model/text';
import { CallError } from '../../../sync/protocol/errors';

/** A cleaned line within its bounds, in graphemes. Throws PARAM_ERROR that names the field. */
export function lineOf(text: string, bounds: { min?: number; max: number }, field: string): string {
  const cleaned = clean(text);
  const length = graphemeLength(cleaned.slice(0, 10_000));
  if (length < (bounds.min ?? 0) || length > bounds.max) throw new CallError('PARAM_ERROR', { fieldErrors: { [field]: 'PARAM_ERROR' } });
  return cleaned;
}
