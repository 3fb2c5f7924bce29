import { useTranslation } from 'react-i18next';
import { placeText } from './place-text';
import type { SearchPassage } from '../../../sync/ranking/answer';

/** Where a passage stands in a file: before its text, “page 3 · ”. */
export function PassagePlace({ passage }: { passage: SearchPassage }) {
  const { t } = useTranslation('shell');
  const text = passage.place ? placeText(t, passage.place) : '';
  return text ? <span className="tabular">{text} · </span> : null;
}
