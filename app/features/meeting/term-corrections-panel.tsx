import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { langOf } from '~/i18n/text-language';
import { run } from '~/replica/client';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import type { Segment } from '../../../sync/model/kinds/transcripts';
import { correctedTexts, suggestCorrections, type SuggestedCorrection } from './term-corrections';

export interface TermCorrectionsProps {
  meetingId: string;
  segments: readonly Segment[];
  onClose: () => void;
}

/** Words of a transcript that may be terms of the organization, to correct one by one or all. Works offline. */
export function TermCorrections({ meetingId, segments, onClose }: TermCorrectionsProps) {
  const { t } = useTranslation(['meeting', 'common', 'errors']);
  const terms = useQuery({ kind: 'find', collection: 'terms' });
  const [suggested, setSuggested] = useState<SuggestedCorrection[] | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!terms) return undefined;
    const ending = new AbortController();
    suggestCorrections(terms, segments, ending.signal)
      .then((found) => {
        if (!ending.signal.aborted) setSuggested(found);
      })
      .catch((error: unknown) => {
        console.warn('the terms could not be compared', error);
        setSuggested([]);
      });
    return () => ending.abort();
  }, [terms, segments]);

  const take = async (chosen: readonly SuggestedCorrection[]): Promise<void> => {
    setBusy(true);
    try {
      await run('transcript.correctAll', { meetingId, changes: correctedTexts(segments, chosen) });
      const count = chosen.reduce((sum, { places }) => sum + places.length, 0);
      toast.success(t('meeting:terms.corrected', { count }));
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section
      aria-label={t('meeting:terms.label')}
      className="flex flex-col gap-2 rounded-card border border-line bg-raised p-3"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-40 flex-1 text-13 text-ink-muted">
          {suggested === null
            ? t('meeting:terms.comparing')
            : suggested.length === 0
              ? t('meeting:terms.none')
              : t('meeting:terms.text')}
        </p>
        {suggested !== null && suggested.length > 1 && (
          <Button size="small" isLoading={busy} onPress={() => void take(suggested)}>
            {t('meeting:terms.correctAll')}
          </Button>
        )}
        <IconButton size="small" label={t('common:close')} icon={<X aria-hidden size={16} />} onPress={onClose} />
      </div>
      {suggested === null && <SkeletonRows rows={2} />}
      {suggested !== null && suggested.length > 0 && (
        <ul className="flex max-h-72 flex-col divide-y divide-line overflow-y-auto">
          {suggested.map((each) => (
            <li key={`${each.heard} ${each.term}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1 text-14 text-ink" lang={langOf(each.term)}>
                <del className="text-ink-muted">{each.heard}</del> → <ins className="font-medium">{each.term}</ins>
              </span>
              <span className="tabular text-12 text-ink-muted">
                {t('meeting:find.count', { count: each.places.length })}
              </span>
              <Button
                size="small"
                isDisabled={busy}
                aria-label={t('meeting:terms.correctOne', { heard: each.heard, term: each.term })}
                onPress={() => void take([each])}
              >
                {t('meeting:terms.correct')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
