import type { TFunction } from 'i18next';
import type { Transcript } from '../../../sync/model/kinds/transcripts';

/** The source of a transcript as text; '' if unknown. `t` must have loaded `meeting`. */
export function originText(
  t: TFunction<'meeting'>,
  { mode, provider, model }: Pick<Transcript, 'mode' | 'provider' | 'model'>,
): string {
  if (mode === 'import') return t('transcript.imported');
  if (mode === 'browser') return t('transcript.fromCaptions');
  const from = [provider, model].filter(Boolean).join(' · ');
  return from && t('transcript.from', { from });
}
