import type { TFunction } from 'i18next';
import { FilePlus, FlaskConical, Globe, Link2, ListChecks, Search, type LucideIcon } from 'lucide-react';
import type { AgentTool } from '../../../sync/model/agents';
import type { AgentProposal } from '../../../sync/model/kinds/agent-works';

export const TOOL_ICONS: Record<AgentTool, LucideIcon> = {
  own: Search,
  web: Globe,
  page: Link2,
  note: FilePlus,
  checklist: ListChecks,
  research: FlaskConical,
};

type Kind = Exclude<AgentTool, 'own'>;
/** One's own sources are searched without asking. */
export const kindOfProposal = ({ kind }: Pick<AgentProposal, 'kind'>): Kind => (kind === 'own' ? 'web' : kind);

/** A question that Confirm and Decline answer. */
export const titleOfProposal = (t: TFunction<'agent-chat'>, proposal: Pick<AgentProposal, 'kind'>): string =>
  t(`proposal.${kindOfProposal(proposal)}.title`);
