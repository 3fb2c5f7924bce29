import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody } from '~/ui/layout/page-header';
import { AgentEditor } from './agent-editor';
import { MissingAgent } from './missing-agent';
import { useAgent } from './use-agents';

/** The editor of an own agent; "not found" for agents of others, as on the server. */
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
