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
/** The kind for texts; `own` needs no proposal, so it has no texts. */
export const kindOfProposal = ({ kind }: Pick<AgentProposal, 'kind'>): Kind => (kind === 'own' ? 'web' : kind);

/** The title: a question that Confirm and Decline answer. */
export const titleOfProposal = (t: TFunction<'agent-chat'>, proposal: Pick<AgentProposal, 'kind'>): string =>
  t(`proposal.${kindOfProposal(proposal)}.title`);
