import { useTranslation } from 'react-i18next';
import type { AgentProposal } from '../../../sync/model/kinds/agent-works';
import { titleOfProposal } from './proposal-texts';

/** Announces new proposals to a screen reader, but not those that were on screen before. */
export function ProposalNews({ proposals }: { proposals: readonly AgentProposal[] }) {
  const { t } = useTranslation('agent-chat');
  return (
    <p role="status" className="sr-only">
      {proposals
        .filter(({ state }) => state === 'open')
        .map((proposal) => t('proposal.news', { what: `${titleOfProposal(t, proposal)} ${proposal.text}`.trim() }))
        .join(' ')}
    </p>
  );
}
