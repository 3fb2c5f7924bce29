import type { TFunction } from 'i18next';
import { placeText } from '~/features/search-anchor/place-text';
import { clockText } from '~/features/recorder/format';
import type { AnswerSource } from '../../../sync/model/kinds/answers';

/** Where a passage stands: the moment of a meeting, a page, a line; '' if unknown. `t` must know `shell`. */
export const passagePlace = (
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  { kind, at, place }: AnswerSource,
): string => (kind === 'meetings' && at >= 0 ? clockText(at) : place ? placeText(t, place) : '');
