import { Check, Minus, Undo2, X, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { Written } from '~/i18n/written';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery, useStatus } from '~/replica/hooks';
import { Button, LinkButton } from '~/ui/controls/button';
import { cx } from '~/ui/cx';
import { CHANGE_TOOLS } from '../../../sync/model/agents';
import type { AgentProposal } from '../../../sync/model/kinds/agent-works';
import type { ProposalCardProps } from './proposal-props';
import { kindOfProposal, TOOL_ICONS } from './proposal-texts';

const SIGNS: Record<AgentProposal['state'], LucideIcon> = {
  open: Minus,
  confirmed: Check,
  declined: Minus,
  failed: X,
  undone: Undo2,
};

/** Result of a decision: a link to the changed document, and the button that undoes the change. */
export function ChangeResult({ turn, proposal, queued, canDecide, titleId }: ProposalCardProps & { titleId: string }) {
  const { t } = useTranslation(['agent-chat', 'errors']);
  const isOnline = useStatus().connection.state === 'online';
  const { state, kind, text, error } = proposal;
  const undoing = queued.find(({ action, isRefused }) => action === 'undo' && !isRefused);
  const isChange = (CHANGE_TOOLS as readonly string[]).includes(kind);
  const undo = () =>
    void run('agent.undo', { turnId: turn.id, proposalId: proposal.id }).catch((failed: unknown) =>
      reportFailure(t, failed),
    );
  const Icon = TOOL_ICONS[kind];
  const Sign = SIGNS[state];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-2.5">
        <Icon aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-muted" />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <h3 id={titleId} className="text-14 break-words text-ink-strong">
            {t(`agent-chat:step.${kindOfProposal(proposal)}`)}
            {text && (
              <>
                {': '}
                <Written text={text} />
              </>
            )}
          </h3>
          <p role="status" className="flex items-center gap-1.5 text-13 text-ink-muted">
            <Sign
              aria-hidden
              size={14}
              className={cx(
                'shrink-0',
                state === 'confirmed' ? 'text-success-ink' : state === 'failed' && 'text-danger-ink',
              )}
            />
            <span>
              {state === 'failed'
                ? t('agent-chat:result.failed', { reason: errorText(t, { code: error || 'HTTP_500' }) })
                : state === 'confirmed'
                  ? t(`agent-chat:result.${kindOfProposal(proposal)}`)
                  : t(`agent-chat:result.${state === 'undone' ? 'undone' : 'declined'}`)}
              {undoing && ` ${t(isOnline ? 'agent-chat:result.undoing' : 'agent-chat:result.undoWaits')}`}
            </span>
          </p>
        </div>
      </div>
      {state === 'confirmed' && isChange && (
        <div className="flex flex-wrap gap-2 max-sm:pl-7">
          <OpenResult proposal={proposal} />
          {canDecide && !undoing && (
            <Button size="small" variant="quiet" icon={<Undo2 aria-hidden size={14} />} onPress={undo}>
              {t('agent-chat:result.undo')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** A link to the note or research; nothing if the document is not on this device or in the trash. */
function OpenResult({ proposal: { kind, subjectId } }: { proposal: AgentProposal }) {
  const { t } = useTranslation('agent-chat');
  const isResearch = kind === 'research';
  const note = useQuery(isResearch || !subjectId ? null : { kind: 'one', collection: 'notes', id: subjectId });
  const href = isResearch ? paths.research(subjectId) : note ? paths.noteDetail(note.projectId, note.id) : '';
  if (!subjectId || !href) return null;
  return (
    <LinkButton size="small" href={href}>
      {t(isResearch ? 'result.openResearch' : 'result.openNote')}
    </LinkButton>
  );
}
