import type { TFunction } from 'i18next';
import { placeText } from '~/features/search-anchor/place-text';
import { clockText } from '~/features/recorder/format';
import type { AnswerSource } from '../../../sync/model/kinds/answers';

/** The place of a passage: time in a meeting, page, or line; '' if unknown. `t` must have loaded `shell`. */
export const passagePlace = (
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  { kind, at, place }: AnswerSource,
): string => (kind === 'meetings' && at >= 0 ? clockText(at) : place ? placeText(t, place) : '');
