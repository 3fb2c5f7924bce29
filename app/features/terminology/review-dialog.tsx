import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { langOf } from '~/i18n/text-language';
import { Button } from '~/ui/controls/button';
import { Checkbox } from '~/ui/controls/toggle';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { toast } from '~/ui/feedback/toast';
import { SubmitDialog } from '~/ui/overlays/submit-dialog';
import { useInProgress } from '~/ui/use-in-progress';
import { terminologyCalls } from '../../../server/core/terminology/contract';
import type { CallOutput } from '../../../sync/protocol/call';

type Reviewed = CallOutput<(typeof terminologyCalls)['file']>;

/** Extracted terms: checked ones become terms of the organization, the others are dismissed. */
export function ReviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['terminology', 'errors']);
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState('');
  const { isInProgress, track } = useInProgress();
  useEffect(() => {
    const own = new AbortController();
    call(terminologyCalls.file, { id }, { signal: own.signal }).then(setReviewed, (failed: unknown) => {
      if (!own.signal.aborted) setError(errorText(t, failed));
    });
    return () => own.abort();
  }, [id, t]);
  const candidates = reviewed?.candidates ?? [];
  const accepted = candidates.filter(({ term }) => !dismissed.has(term));
  const toggle = (term: string, isChecked: boolean): void =>
    setDismissed((before) => {
      const next = new Set(before);
      if (isChecked) next.delete(term);
      else next.add(term);
      return next;
    });
  const save = async (): Promise<void> => {
    try {
      const { added, duplicates } = await call(terminologyCalls.review, {
        id,
        accepted: accepted.map(({ term, definition }) => ({ term, definition })),
        dismissed: [...dismissed],
      });
      toast.success(t('terminology:review.added', { count: added }), {
        ...(duplicates > 0 ? { description: t('terminology:review.duplicates', { count: duplicates }) } : {}),
      });
      onClose();
    } catch (failed) {
      reportFailure(t, failed);
    }
  };
  return (
    <SubmitDialog
      size="large"
      title={t('terminology:review.title', { name: reviewed?.file.name ?? '' })}
      description={t('terminology:review.about')}
      submitLabel={t('terminology:review.save', { count: accepted.length })}
      isDisabled={candidates.length === 0}
      isBusy={isInProgress}
      submit={() => void track(save)}
      onClose={onClose}
    >
      {error ? (
        <p role="alert" className="text-14 text-danger-ink">
          {error}
        </p>
      ) : !reviewed ? (
        <SkeletonRows />
      ) : (
        <div className="flex flex-col gap-3">
          <div className="flex gap-2">
            <Button size="small" onPress={() => setDismissed(new Set())}>
              {t('terminology:review.all')}
            </Button>
            <Button size="small" onPress={() => setDismissed(new Set(candidates.map(({ term }) => term)))}>
              {t('terminology:review.none')}
            </Button>
          </div>
          <ul aria-label={t('terminology:tab.terms')} className="flex flex-col">
            {candidates.map(({ term, definition, count }) => (
              <li key={term} className="border-b border-line py-2 last:border-0">
                <Checkbox
                  isSelected={!dismissed.has(term)}
                  hint={[definition, t('terminology:review.occurs', { count })].filter(Boolean).join(' · ')}
                  onChange={(isChecked) => toggle(term, isChecked)}
                >
                  <span lang={langOf(term)}>{term}</span>
                </Checkbox>
              </li>
            ))}
          </ul>
        </div>
      )}
    </SubmitDialog>
  );
}
