/** Binds the calls of agents to their services. */
import { bind, type BoundCall } from '../../platform/http/feature';
import type { CoreServices } from '../context';
import { agentCalls as calls } from './contract';
import { createProposals } from './proposals';
import { createPublishing } from './publish';
import { createAgents } from './service';

export function agentRoutes(core: CoreServices): BoundCall[] {
  const agents = createAgents(core);
  const publishing = createPublishing(core);
  const proposals = createProposals(core);
  const done = async (work: Promise<void>): Promise<Record<string, never>> => {
    await work;
    return {};
  };
  return [
    bind(calls.permission, ({ actor }) => agents.permission(actor)),
    bind(calls.search, ({ actor, input }) => agents.search(actor, input)),
    bind(calls.create, ({ actor, input }) => agents.create(actor, input)),
    bind(calls.update, ({ actor, input }) => agents.update(actor, input)),
    bind(calls.publish, ({ actor, request, input }) => publishing.publish(actor, request, input)),
    bind(calls.get, ({ actor, input }) => agents.get(actor, input.id)),
    bind(calls.remove, ({ actor, input }) => done(agents.remove(actor, input.id))),
    bind(calls.createChat, ({ actor, input }) => agents.createChat(actor, input)),
    bind(calls.decide, ({ actor, request, input }) => proposals.decide(actor, request, input)),
    bind(calls.undo, ({ actor, request, input }) => proposals.undo(actor, request, input)),
    bind(calls.usage, ({ actor, input }) => agents.usage(actor, input.id)),
    bind(calls.permissionSetting, ({ actor }) => agents.permissionSetting(actor)),
    bind(calls.setPermission, ({ actor, request, input }) => agents.setPermission(actor, request, input)),
    bind(calls.waiting, ({ actor, input }) => publishing.waiting(actor, input)),
    bind(calls.approve, ({ actor, request, input }) => done(publishing.approve(actor, request, input))),
  ];
}
