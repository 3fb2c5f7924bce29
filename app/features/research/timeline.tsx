import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hostOfUrl } from '~/features/chat/source-line';
import { errorText } from '~/features/failures/error-text';
import { Button } from '~/ui/controls/button';
import { Spinner } from '~/ui/feedback/spinner';
import type { ResearchStep } from '../../../sync/model/kinds/researches';

/** number of latest steps that are always shown */
const SHOWN = 10;

/** The steps of a research in the order of their start, each with its kind, subject and reason. */
export function Timeline({ steps }: { steps: readonly ResearchStep[] }) {
  const { t } = useTranslation('research');
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(0, steps.length - SHOWN);
  if (steps.length === 0) return <p className="text-13 text-ink-muted">{t('progress.none')}</p>;
  return (
    <div className="flex flex-col gap-2">
      {hidden > 0 && (
        <div>
          <Button size="small" variant="quiet" className="-ml-2.5" onPress={() => setWhole(true)}>
            {t('progress.all', { count: hidden })}
          </Button>
        </div>
      )}
      <ol aria-label={t('progress.title')} className="flex flex-col border-l border-line">
        {steps.slice(hidden).map((step) => (
          <StepRow key={step.id} step={step} />
        ))}
      </ol>
    </div>
  );
}

function StepRow({ step: { kind, name, url = '', why = '', state, error } }: { step: ResearchStep }) {
  const { t } = useTranslation(['research', 'errors']);
  const host = url ? hostOfUrl(url) : '';
  const reason = error ? errorText(t, { code: error }) : '';
  return (
    <li className="flex items-start gap-2.5 py-1.5 pl-3 text-13" data-step={kind} data-step-state={state}>
      <span className="flex size-4 shrink-0 items-center justify-center pt-0.5">
        {state === 'running' ? (
          <Spinner />
        ) : state === 'done' ? (
          <Check aria-hidden size={14} className="text-success-ink" />
        ) : (
          <X aria-hidden size={14} className="text-danger-ink" />
        )}
      </span>
      <span className="min-w-0">
        <span className={state === 'running' ? 'break-words text-ink-strong' : 'break-words text-ink'}>
          {t(`research:step.${kind}`, { name: name || host })}
        </span>
        {host && host !== name && (
          <span className="text-ink-muted" translate="no">
            {' '}
            · {host}
          </span>
        )}
        <span className="sr-only">, {state === 'failed' ? '' : t(`research:progress.${state}`)}</span>
        {(why || state === 'failed') && (
          <span className="block text-12 text-ink-muted">
            {state === 'failed'
              ? t('research:progress.failed', { reason })
              : t('research:progress.why', { question: why })}
          </span>
        )}
      </span>
    </li>
  );
}
