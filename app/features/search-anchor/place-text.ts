/** A place in an original as words: “page 3”, “slide 2”, “Sheet1!A12”. `t` must know `shell`. */
import type { TFunction } from 'i18next';
import type { TextPlace } from '../../../sync/model/parsed-text';

export function placeText(
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  { page, slide, sheet, cell, line }: TextPlace,
): string {
  if (page !== undefined) return t('shell:textPlace.page', { page });
  if (slide !== undefined) return t('shell:textPlace.slide', { slide });
  if (sheet !== undefined) return cell ? `${sheet}!${cell}` : sheet;
  return line === undefined ? '' : t('shell:textPlace.line', { line });
}

/** The page, slide or sheet of a place, where a heading of its own stands in the text; '' for none. */
export function sectionText(
  t: TFunction<readonly [string, ...string[]]> | TFunction,
  { page, slide, sheet }: TextPlace,
): string {
  return placeText(t, {
    ...(page === undefined ? {} : { page }),
    ...(slide === undefined ? {} : { slide }),
    ...(sheet === undefined ? {} : { sheet }),
  });
}
