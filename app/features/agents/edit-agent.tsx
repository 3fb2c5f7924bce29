import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody } from '~/ui/layout/page-header';
import { AgentEditor } from './agent-editor';
import { MissingAgent } from './missing-agent';
import { useAgent } from './use-agents';

/** Of one's own; another's is not found, as by the server. */
export function EditAgent({ id }: { id: string }) {
  const agent = useAgent(id);
  if (agent === undefined)
    return (
      <PageBody>
        <SkeletonRows rows={6} />
      </PageBody>
    );
  return agent?.own ? <AgentEditor agent={agent.own} /> : <MissingAgent />;
}
