import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Research } from '../../../sync/model/kinds/researches';
import { Answered } from './dialogue';
import { Timeline } from './timeline';

/** The dialogue, plan and steps of a research, collapsed. */
export function HowResearched({ research, children }: { research: Research; children: ReactNode }) {
  const { t } = useTranslation('research');
  return (
    <details className="border-t border-line pt-4 print:hidden">
      <summary className="focus-ring w-fit rounded-control text-14 text-ink-muted">{t('progress.how')}</summary>
      <div className="flex flex-col gap-5 pt-4">
        <Answered research={research} />
        {children}
        <Timeline steps={research.steps} />
      </div>
    </details>
  );
}
