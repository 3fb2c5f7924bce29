/** Unsent work that a revoked device saved before it erased itself, for review: keep or discard. */
import { Inbox } from 'lucide-react';
import { reportFailure } from '~/features/failures/report-failure';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { languageTag } from '../../../sync/model/languages';
import { replica } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { toast } from '~/ui/feedback/toast';
import { handoverReview, type Handover } from '../../../sync/protocol/handover';
import { useAsked } from './asked';
import { clockText } from './clock-text';

/** number of items named on a card */
const NAMED = 5;

const askHandovers = async (): Promise<{ handovers: Handover[]; at: number }> => ({
  ...(await call(handoverReview.list, {})),
  at: Date.now(),
});

/** Renders nothing if there is none, or the server cannot be asked. */
export function HandoverCards() {
  const { t } = useTranslation(['settings', 'errors']);
  const asked = useAsked(askHandovers);
  const [running, setRunning] = useState<string | null>(null);
  const [discarding, setDiscarding] = useState<Handover | null>(null);
  if (asked.state.is !== 'loaded' || asked.state.value.handovers.length === 0) return null;
  const { handovers, at } = asked.state.value;
  const act = async ({ id }: Handover, work: () => Promise<unknown>, done: string) => {
    setRunning(id);
    try {
      await work();
      toast.success(done);
    } catch (error) {
      reportFailure(t, error, { noAnswer: t('settings:handover.failed') });
    } finally {
      setRunning(null);
      await asked.load();
    }
  };
  const keep = (handover: Handover) =>
    act(handover, () => replica().run('handover.keep', { id: handover.id }), t('settings:handover.kept'));
  const discard = (handover: Handover) =>
    act(
      handover,
      () => call(handoverReview.resolve, { id: handover.id, outcome: 'discarded' }),
      t('settings:handover.discarded'),
    );
  return (
    <>
      <ul className="flex flex-col gap-3">
        {handovers.map((handover) => (
          <HandoverCard
            key={handover.id}
            handover={handover}
            now={at}
            isRunning={running === handover.id}
            isDisabled={running !== null}
            onKeep={() => void keep(handover)}
            onDiscard={() => setDiscarding(handover)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={discarding !== null}
        onOpenChange={(open) => !open && setDiscarding(null)}
        title={t('settings:handover.discardTitle')}
        description={t('settings:handover.discardText')}
        confirmLabel={t('settings:handover.discard')}
        onConfirm={() => (discarding ? discard(discarding) : undefined)}
      />
    </>
  );
}

interface CardProps {
  handover: Handover;
  now: number;
  isRunning: boolean;
  isDisabled: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

function HandoverCard({
  handover: { count, deviceName, from, revokedAt, isRemoval, expiresAt, things, leftOut },
  now,
  isRunning,
  isDisabled,
  onKeep,
  onDiscard,
}: CardProps) {
  const { t, i18n } = useTranslation('settings');
  const device = deviceName || t('devices.unknown');
  const title = from
    ? t('handover.titleOf', { count, device, name: from.name })
    : t('handover.title', { count, device });
  const date = new Intl.DateTimeFormat(languageTag(i18n.language), {
    dateStyle: 'medium',
  }).format(expiresAt);
  const at = clockText(revokedAt, now, i18n.language);
  const rest = count - Math.min(NAMED, things.length);
  return (
    <li aria-label={title} data-handover className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4">
      <div className="flex items-start gap-3">
        <Inbox aria-hidden size={18} className="mt-0.5 shrink-0 text-accent-ink" />
        <div className="flex min-w-0 flex-col gap-1">
          <p className="font-medium text-ink-strong">{title}</p>
          <p className="text-13 leading-relaxed text-ink-muted">
            {from && isRemoval ? t('handover.textOf', { name: from.name, at, date }) : t('handover.text', { at, date })}
          </p>
        </div>
      </div>
      <ul className="flex flex-col gap-0.5 pl-[30px] text-13">
        {things.slice(0, NAMED).map((thing) => (
          <li key={thing.about} className="truncate">
            {thing.title || t('handover.untitled')}
            {thing.hasRecording && <span className="text-ink-muted"> · {t('handover.recording')}</span>}
          </li>
        ))}
        {rest > 0 && <li className="text-ink-muted">{t('handover.more', { count: rest })}</li>}
      </ul>
      {leftOut > 0 && <p className="pl-[30px] text-13 text-warning-ink">{t('handover.leftOut', { count: leftOut })}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onDiscard} isDisabled={isDisabled}>
          {t('handover.discard')}
        </Button>
        <Button variant="primary" onPress={onKeep} isLoading={isRunning} isDisabled={isDisabled}>
          {t('handover.keep')}
        </Button>
      </div>
    </li>
  );
}
