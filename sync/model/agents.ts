/** The parts of an agent, the two built-in agents, and the permission to use agents. */

/**
 * Tools of an agent. `own` searches one's own sources at once; everything else is proposed and waits for the
 * person's confirmation, because it leaves the organization (`web`, `page`) or changes data.
 */
export const AGENT_TOOLS = ['own', 'web', 'page', 'note', 'checklist', 'research'] as const;
export type AgentTool = (typeof AGENT_TOOLS)[number];

/** Tools whose use sends something out of the organization. */
export const OUTSIDE_TOOLS = ['web', 'page'] as const satisfies readonly AgentTool[];
/** Tools that change data, with what the answer says. */
export const CHANGE_TOOLS = ['note', 'checklist', 'research'] as const satisfies readonly AgentTool[];

export const isOutsideTool = (tool: AgentTool): boolean => (OUTSIDE_TOOLS as readonly AgentTool[]).includes(tool);

/** Agents that every organization has; they are no documents. Screens name them in their languages. */
export const BUILT_IN_AGENTS = {
  'ai-search': { name: 'AI Search', tools: ['own', 'web', 'page'] },
  'knowledge-bot': { name: 'Knowledge Bot', tools: ['own'] },
} as const satisfies Record<string, { name: string; tools: readonly AgentTool[] }>;
export type BuiltInAgentId = keyof typeof BUILT_IN_AGENTS;
export const BUILT_IN_AGENT_IDS = Object.keys(BUILT_IN_AGENTS) as BuiltInAgentId[];
export const isBuiltInAgent = (id: string): id is BuiltInAgentId => Object.hasOwn(BUILT_IN_AGENTS, id);

/** Settings of who may use agents: everybody, chosen people and departments, or no one. */
export const AGENT_MODES = ['everyone', 'chosen', 'off'] as const;
export type AgentMode = (typeof AGENT_MODES)[number];

/** Audiences of a published agent: its creator alone, departments, or the organization. */
export const AGENT_AUDIENCES = ['self', 'departments', 'organization'] as const;
export type AgentAudience = (typeof AGENT_AUDIENCES)[number];

export interface AgentPermission {
  mode: AgentMode;
  userIds: readonly string[];
  departmentIds: readonly string[];
}

/** Of an organization whose administrators have decided nothing. */
export const FIRST_PERMISSION: AgentPermission = { mode: 'everyone', userIds: [], departmentIds: [] };

interface Someone {
  id: string;
  kind: string;
  parentId: string;
  departmentIds: readonly string[];
  active: boolean;
}

/** Whether a person may use agents. @param people members and departments of the organization */
export function mayUseAgents(permission: AgentPermission, userId: string, people: readonly Someone[]): boolean {
  if (permission.mode !== 'chosen') return permission.mode === 'everyone';
  if (permission.userIds.includes(userId)) return true;
  const byId = new Map(people.map((each) => [each.id, each]));
  const chosen = new Set(permission.departmentIds);
  const seen = new Set<string>();
  // a department includes those below it
  const open = [...(byId.get(userId)?.departmentIds ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (chosen.has(id)) return true;
    const parentId = byId.get(id)?.parentId;
    if (parentId && !seen.has(parentId)) open.push(parentId);
    seen.add(id);
  }
  return false;
}
