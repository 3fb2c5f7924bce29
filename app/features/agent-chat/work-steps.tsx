import { Check, ChevronRight, Minus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { Written } from '~/i18n/written';
import { cx } from '~/ui/cx';
import { Spinner } from '~/ui/feedback/spinner';
import { CHANGE_TOOLS, type AgentTool } from '../../../sync/model/agents';
import { LIMITS } from '../../../sync/model/limits';
import type { AgentProposal, AgentStep, AgentWork } from '../../../sync/model/kinds/agent-works';
import { UnableLines } from './unable-lines';

const NONE: AgentTool[] = [];

/**
 * The steps of an agent for a question: expanded while it works, collapsed to one line afterwards; then its missing
 * model, the tools that it could not use, and the limit that it reached, also for a question without steps.
 */
export function WorkSteps({
  work: { steps, proposals, limit, missingModel, unable = NONE },
  isWorking,
}: {
  work: AgentWork;
  isWorking: boolean;
}) {
  const { t } = useTranslation('agent-chat');
  const [chosen, setChosen] = useState<boolean>();
  const listId = useId();
  const isBusy = isWorking || steps.some(({ state }) => state === 'running' || state === 'waiting');
  const isOpen = chosen ?? isBusy;
  if (steps.length === 0 && !missingModel && !limit && unable.length === 0) return null;
  return (
    <div className="flex flex-col gap-1">
      {steps.length > 0 && (
        <>
          <div>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setChosen(!isOpen)}
              className="focus-ring -ml-1.5 inline-flex min-h-7 items-center gap-1 rounded-control px-1.5 text-13 text-ink-muted hover:bg-hover hover:text-ink-strong"
            >
              <ChevronRight aria-hidden size={14} className={cx('transition-transform', isOpen && 'rotate-90')} />
              {t('steps.title', { count: steps.length })}
            </button>
          </div>
          <ol
            id={listId}
            aria-label={t('steps.label')}
            hidden={!isOpen}
            className={isOpen ? 'ml-1.5 flex flex-col border-l border-line' : undefined}
          >
            {isOpen &&
              steps.map((step) => (
                <StepRow key={step.id} step={step} proposal={proposals.find(({ id }) => id === step.id)} />
              ))}
          </ol>
        </>
      )}
      {missingModel && (
        <p className="break-words text-13 text-ink-muted">{t('missingModel', { model: missingModel })}</p>
      )}
      <UnableLines tools={unable} />
      {limit && <p className="text-13 text-ink-muted">{t(`limit.${limit}`, { count: LIMITS.agentSteps })}</p>}
    </div>
  );
}

const SIGNS = {
  running: <Spinner />,
  waiting: <Minus aria-hidden size={14} className="text-ink-faint" />,
  done: <Check aria-hidden size={14} className="text-success-ink" />,
  failed: <X aria-hidden size={14} className="text-danger-ink" />,
  declined: <Minus aria-hidden size={14} className="text-ink-muted" />,
};

const SEARCHES: readonly AgentStep['kind'][] = ['own', 'web', 'page'];

/** States of a step that proposes a change, by the state of its proposal: the server ends the step with the answer. */
const DECIDED: Record<AgentProposal['state'], AgentStep['state']> = {
  open: 'waiting',
  confirmed: 'done',
  declined: 'declined',
  failed: 'failed',
  undone: 'declined',
};
const isChange = ({ kind }: AgentStep): boolean => (CHANGE_TOOLS as readonly string[]).includes(kind);

function StepRow({ step, proposal }: { step: AgentStep; proposal: AgentProposal | undefined }) {
  const { t } = useTranslation(['agent-chat', 'errors']);
  const { kind, text, found } = step;
  const state = proposal && isChange(step) ? DECIDED[proposal.state] : step.state;
  const error = step.error || (proposal?.error ?? '');
  const outcome =
    state === 'failed'
      ? t('agent-chat:steps.failed', { reason: errorText(t, { code: error || 'HTTP_500' }) })
      : state === 'waiting'
        ? t('agent-chat:steps.waiting')
        : state === 'declined'
          ? t(proposal?.state === 'undone' ? 'agent-chat:result.undone' : 'agent-chat:steps.declined')
          : state === 'done' && SEARCHES.includes(kind)
            ? t('agent-chat:steps.found', { count: found })
            : '';
  return (
    <li className="flex items-start gap-2.5 py-1 pl-3 text-13" data-step={kind} data-step-state={state}>
      <span className="flex size-4 shrink-0 items-center justify-center pt-0.5">{SIGNS[state]}</span>
      <span className={cx('min-w-0 break-words', state === 'running' ? 'text-ink-strong' : 'text-ink')}>
        {t(`agent-chat:step.${kind}`)}
        {text && (
          <>
            {': '}
            <span className="text-ink-strong">
              <Written text={text} />
            </span>
          </>
        )}
        {outcome && <span className="text-ink-muted"> · {outcome}</span>}
        {state === 'running' && <span className="sr-only"> {t('agent-chat:steps.running')}</span>}
      </span>
    </li>
  );
}
