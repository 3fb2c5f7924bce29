import { LineChart, ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/feedback/empty-state';
import type { Summary } from '../../../sync/model/kinds/summaries';

/** The summary if there is one; otherwise a placeholder that names its requirements. */
export function SummaryTab({ summary }: { summary: Summary | null }) {
  const { t } = useTranslation('meeting');
  if (summary?.content) {
    const from = [summary.provider, summary.model].filter(Boolean).join(' · ');
    return (
      <article className="writing flex flex-col gap-4">
        <div className="whitespace-pre-wrap">{summary.content}</div>
        {from && <p className="text-12 text-ink-muted">{t('transcript.from', { from })}</p>}
      </article>
    );
  }
  return <EmptyState icon={<ScrollText size={20} />} title={t('summary.title')} text={t('summary.text')} />;
}

export function AnalysisTab() {
  const { t } = useTranslation('meeting');
  return <EmptyState icon={<LineChart size={20} />} title={t('analysis.title')} text={t('analysis.text')} />;
}
