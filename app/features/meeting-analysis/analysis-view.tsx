import { LineChart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/feedback/empty-state';
import type { MeetingParts } from '../meeting/meeting-parts';
import { AskMeeting } from './ask-meeting';
import { EngagementSection } from './engagement-section';
import { SinceLast } from './since-last';

/** Speaking times, changes since the last meeting of the series, and questions about the meeting. */
export default function AnalysisView({ meeting, transcript, summary }: MeetingParts) {
  const { t } = useTranslation('summary');
  const hasTranscript = Boolean(transcript?.segments.length);
  return (
    <div className="flex flex-col gap-10">
      {hasTranscript ? (
        <EngagementSection meeting={meeting} />
      ) : (
        <EmptyState icon={<LineChart size={20} />} title={t('engagement.emptyTitle')} text={t('engagement.none')} />
      )}
      <SinceLast meeting={meeting} summary={summary} />
      <AskMeeting meeting={meeting} />
    </div>
  );
}
