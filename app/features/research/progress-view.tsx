import { Square } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Progress } from '~/ui/feedback/progress';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import type { Research } from '../../../sync/model/kinds/researches';
import { StatusLine } from '../chat/status-line';
import { Timeline } from './timeline';
import { useAmounts } from './use-amounts';
import { cx } from '~/ui/cx';

const MINUTE_MS = 60_000;

/** The progress of a research: its steps, and the used part of its budget. */
export function ProgressView({
  research,
  isOwn,
  isQueued,
}: {
  research: Research;
  isOwn: boolean;
  /** whether its start waits to be sent */
  isQueued: boolean;
}) {
  const { t } = useTranslation(['research', 'errors', 'common']);
  const isOnline = useStatus().connection.state === 'online';
  const [isAsking, setAsking] = useState(false);
  const stop = async () => {
    await run('research.stop', { id: research.id }).catch((error: unknown) => reportFailure(t, error));
  };
  return (
    <section aria-label={t('research:progress.title')} className="flex flex-col gap-5">
      <StatusLine
        isBusy={isOnline}
        action={
          isOwn &&
          !isQueued && (
            <Button
              size="small"
              icon={<Square aria-hidden size={12} fill="currentColor" />}
              onPress={() => setAsking(true)}
            >
              {t('research:progress.stop')}
            </Button>
          )
        }
      >
        {isOnline ? t(`research:badge.${research.stage}`) : t('research:state.away')}
      </StatusLine>
      {isOnline && <p className="text-13 text-ink-muted">{t('research:progress.leave')}</p>}
      <UsedBudget research={research} />
      <Timeline steps={research.steps} />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        isDanger={false}
        title={t('research:progress.stopTitle')}
        description={t('research:progress.stopText')}
        confirmLabel={t('research:progress.stop')}
        onConfirm={stop}
      />
    </section>
  );
}

function UsedBudget({ research: { budget, used } }: { research: Research }) {
  const { t } = useTranslation('research');
  const amounts = useAmounts();
  const { money = 0 } = budget;
  const rows = [
    ['minutes', Math.floor(used.ms / MINUTE_MS), used.ms / (budget.minutes * MINUTE_MS)],
    ['sources', used.sources, used.sources / budget.sources],
    ['tokens', used.tokens, used.tokens / budget.tokens],
    ...(money > 0 ? [['money', used.money ?? 0, (used.money ?? 0) / money] as const] : []),
  ] as const;
  return (
    <div
      aria-label={t('progress.used')}
      role="group"
      className={cx('grid gap-3', rows.length > 3 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}
    >
      {rows.map(([name, count, share]) => (
        <Progress
          key={name}
          label={t(`budget.${name}`)}
          value={Math.min(100, Math.round(share * 100))}
          valueText={t('progress.of', {
            used: amounts[name === 'money' ? 'money' : 'number'](count),
            of: amounts[name === 'money' ? 'money' : 'number'](budget[name] ?? 0),
          })}
        />
      ))}
    </div>
  );
}
