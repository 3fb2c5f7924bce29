import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { Written } from '~/i18n/written';
import { run } from '~/replica/client';
import { useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { Spinner } from '~/ui/feedback/spinner';
import type { QueuedDecision } from '../../../sync/engine/host/api';
import type { AgentProposal } from '../../../sync/model/kinds/agent-works';
import { ChangePlace, firstPlace, type Place } from './change-place';
import { ChangeResult } from './change-result';
import type { ProposalCardProps } from './proposal-props';
import { kindOfProposal, titleOfProposal, TOOL_ICONS } from './proposal-texts';

/** A proposal of an agent: the exact text to send or write, and the decision; afterwards the result. */
export function ProposalCard(props: ProposalCardProps) {
  const { proposal, queued } = props;
  const Icon = TOOL_ICONS[proposal.kind];
  const { t } = useTranslation('agent-chat');
  const id = useId();
  const isOpen = proposal.state === 'open';
  return (
    <section
      aria-labelledby={id}
      data-proposal={proposal.kind}
      data-proposal-state={proposal.state}
      className={cx('flex flex-col gap-3 rounded-card border border-line bg-raised px-4', isOpen ? 'py-4' : 'py-3')}
    >
      {isOpen ? (
        <>
          <div className="flex items-start gap-2.5">
            <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-accent-ink" />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <h3 id={id} className="text-14 font-medium text-ink-strong">
                {titleOfProposal(t, proposal)}
              </h3>
              <p className="phrases text-13 leading-relaxed text-ink-muted">
                {t(`proposal.${kindOfProposal(proposal)}.text`)}
              </p>
            </div>
          </div>
          <Content proposal={proposal} />
          <Decision {...props} />
        </>
      ) : (
        <ChangeResult {...props} titleId={id} />
      )}
      {queued
        .filter(({ isRefused }) => isRefused)
        .map((call) => (
          <Refused key={call.id} call={call} />
        ))}
    </section>
  );
}

/** The exact text to send or write. */
function Content({ proposal: { kind, text, items } }: { proposal: AgentProposal }) {
  const { t } = useTranslation('agent-chat');
  if (kind === 'checklist')
    return (
      <ul
        aria-label={t('proposal.checklist.items')}
        // focusable, so that a long list can be scrolled by keyboard
        tabIndex={0}
        className="focus-ring max-h-64 list-disc overflow-y-auto rounded-control bg-sunken py-2.5 pr-3 pl-8 text-14 text-ink-strong"
      >
        {items.map((item, at) => (
          <li key={at} className="break-words">
            <Written text={item} />
          </li>
        ))}
      </ul>
    );
  return (
    <p
      data-proposal-text
      className="rounded-control bg-sunken px-3 py-2.5 text-14 break-words whitespace-pre-wrap text-ink-strong"
      {...(kind === 'page' ? { translate: 'no' as const } : {})}
    >
      <Written text={text} />
    </p>
  );
}

function Decision({ turn, proposal, queued, canDecide, canConfirm, isConfirmed, onDecided }: ProposalCardProps) {
  const { t } = useTranslation(['agent-chat', 'errors']);
  const [place, setPlace] = useState<Place>(() => firstPlace(turn));
  if (!canDecide) return <p className="text-13 text-ink-muted">{t('agent-chat:proposal.reader')}</p>;
  if (isConfirmed !== null)
    return (
      <Decided
        isConfirmed={isConfirmed}
        call={queued.find(({ action, isRefused }) => action === 'decide' && !isRefused)}
        onTakenBack={() => onDecided(null)}
      />
    );
  const decide = async (confirmed: boolean): Promise<void> => {
    try {
      await run('agent.decide', {
        turnId: turn.id,
        proposalId: proposal.id,
        isConfirmed: confirmed,
        ...(confirmed ? place : {}),
      });
      onDecided(confirmed);
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const needs = proposal.kind === 'checklist' ? place.noteId : proposal.kind === 'note' ? place.projectId : '-';
  return (
    <>
      <ChangePlace kind={proposal.kind} value={place} onChange={setPlace} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" variant="quiet" onPress={() => void decide(false)}>
          {t('agent-chat:proposal.decline')}
        </Button>
        {canConfirm && (
          <Button size="small" variant="primary" isDisabled={needs === ''} onPress={() => void decide(true)}>
            {t('agent-chat:proposal.confirm')}
          </Button>
        )}
      </div>
    </>
  );
}

/** A decision that is in flight, or waits on this device. */
function Decided({
  isConfirmed,
  call,
  onTakenBack,
}: {
  isConfirmed: boolean;
  /** undefined if the server has it */
  call: QueuedDecision | undefined;
  onTakenBack: () => void;
}) {
  const { t } = useTranslation(['agent-chat', 'errors']);
  const isOnline = useStatus().connection.state === 'online';
  const takeBack = (id: string) =>
    void run('outbox.drop', { id: `call/${id}` }).then(onTakenBack, (error: unknown) => reportFailure(t, error));
  const waits = call !== undefined && !isOnline;
  return (
    <div
      className="flex flex-wrap items-center gap-2 text-13 text-ink-muted"
      data-decision={waits ? 'onDevice' : 'sent'}
    >
      {!waits && <Spinner />}
      <p role="status" className="min-w-0">
        {t(`agent-chat:decision.${isConfirmed ? 'confirmed' : 'declined'}`)}
        {waits && ` ${t('agent-chat:decision.onDevice')}`}
      </p>
      {waits && !call.mayHaveArrived && (
        <Button size="small" variant="quiet" onPress={() => takeBack(call.id)}>
          {t('agent-chat:decision.takeBack')}
        </Button>
      )}
    </div>
  );
}

/** A decision that the server refused, with the reason. */
function Refused({ call: { id, code } }: { call: QueuedDecision }) {
  const { t } = useTranslation(['agent-chat', 'errors', 'common']);
  const act = (command: 'outbox.retry' | 'outbox.drop') => () =>
    void run(command, { id: `call/${id}` }).catch((error: unknown) => reportFailure(t, error));
  return (
    <div className="flex flex-wrap items-center gap-2 text-13">
      <p role="alert" className="min-w-0 text-danger-ink">
        {errorText(t, { code })}
      </p>
      <Button size="small" onPress={act('outbox.retry')}>
        {t('common:retry')}
      </Button>
      <Button size="small" variant="quiet" onPress={act('outbox.drop')}>
        {t('agent-chat:decision.drop')}
      </Button>
    </div>
  );
}
