import { AudioLines, CircleAlert, HardDrive, Hourglass, Mic, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useAccount } from '~/replica/hooks';
import { Banner } from '~/ui/feedback/banner';
import { Button, LinkButton } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Progress } from '~/ui/feedback/progress';
import { toast } from '~/ui/feedback/toast';
import type { Meeting } from '../../../sync/model/kinds/meetings';
import type { TranscriptState } from './transcript-state';

/** Explains why there is no transcript yet, with the possible actions. */
export function StateView({ state, meeting }: { state: TranscriptState; meeting: Meeting }) {
  const { t } = useTranslation(['meeting', 'errors', 'common']);
  const account = useAccount();
  const admin = account?.companies.find((c) => c.id === account.companyId)?.role !== 'member';
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await run('transcript.retry', { meetingId: meeting.id });
      toast.message(t('meeting:state.retryQueued'));
    } catch (error) {
      reportFailure(t, error);
    } finally {
      setBusy(false);
    }
  };
  const again = meeting.abilities.includes('update') && (
    <Button isLoading={busy} onPress={() => void retry()}>
      {t('meeting:state.retry')}
    </Button>
  );
  switch (state.kind) {
    case 'adding':
      return (
        <div data-transcript-state="adding">
          <Banner kind="info" title={t('meeting:state.waiting.title')}>
            {t('meeting:state.waiting.text')}
          </Banner>
        </div>
      );
    case 'uploading':
    case 'processing':
      return (
        <div data-transcript-state={state.kind} className="flex flex-col gap-3 py-8">
          <Progress label={t(`meeting:state.${state.kind}.title`)} value={state.percent} />
          <p className="text-14 text-ink-muted">{t(`meeting:state.${state.kind}.text`)}</p>
        </div>
      );
    case 'noProvider':
      return (
        <div data-transcript-state="noProvider" className="py-4">
          <Banner kind="warning" title={t('meeting:state.noProvider.title')} action={again}>
            {t('meeting:state.noProvider.text')}{' '}
            {t(admin ? 'meeting:state.noProvider.admin' : 'meeting:state.noProvider.member')}
          </Banner>
        </div>
      );
    case 'limitReached':
    case 'canceled':
      return (
        <div data-transcript-state={state.kind} className="py-4">
          <Banner kind="warning" title={t(`meeting:state.${state.kind}.title`)} action={again}>
            {t(`meeting:state.${state.kind}.text`)}
          </Banner>
        </div>
      );
    case 'failed':
      return (
        <div data-transcript-state="failed" className="py-4">
          <Banner kind="danger" title={t('meeting:state.failed.title')} action={again}>
            {errorText(t, { code: state.code })} {t('meeting:state.failed.text')}
          </Banner>
        </div>
      );
    case 'attention':
      return (
        <div data-transcript-state="attention" className="py-4">
          <Banner
            kind="danger"
            title={t('meeting:state.attention.title')}
            action={
              <LinkButton size="small" href={paths.outbox()}>
                {t('meeting:state.attention.action')}
              </LinkButton>
            }
          >
            {errorText(t, state)} {t('meeting:state.attention.text')}
          </Banner>
        </div>
      );
    default: {
      const Icon = {
        nothing: Mic,
        recording: AudioLines,
        onDevice: HardDrive,
        tooShort: CircleAlert,
        waiting: Hourglass,
        done: Settings2,
      }[state.kind];
      return (
        <div data-transcript-state={state.kind}>
          <EmptyState
            icon={<Icon size={20} />}
            title={t(`meeting:state.${state.kind}.title`)}
            text={t(`meeting:state.${state.kind}.text`)}
            action={
              state.kind === 'nothing' && meeting.abilities.includes('update') ? (
                <LinkButton href={paths.meeting(meeting.id)} icon={<Mic aria-hidden size={16} />}>
                  {t('meeting:state.nothing.action')}
                </LinkButton>
              ) : undefined
            }
          />
        </div>
      );
    }
  }
}
