/** The tools of agents, the built-in agents, and the permission to use agents. */

/**
 * Tools of an agent. `own` searches the person's own sources without asking; all others are proposed and wait for the
 * person's confirmation, since they send data out of the organization (`web`, `page`) or change documents.
 */
export const AGENT_TOOLS = ['own', 'web', 'page', 'note', 'checklist', 'research'] as const;
export type AgentTool = (typeof AGENT_TOOLS)[number];

/** Tools whose use sends something out of the organization. */
export const OUTSIDE_TOOLS = ['web', 'page'] as const satisfies readonly AgentTool[];
/** Tools that create or change documents with the text of the answer. */
export const CHANGE_TOOLS = ['note', 'checklist', 'research'] as const satisfies readonly AgentTool[];

export const isOutsideTool = (tool: AgentTool): boolean => (OUTSIDE_TOOLS as readonly AgentTool[]).includes(tool);

/** Agents that every organization has; they are not documents. Screens translate their names. */
export const BUILT_IN_AGENTS = {
  'ai-search': { name: 'AI Search', tools: ['own', 'web', 'page'] },
  'knowledge-bot': { name: 'Knowledge Bot', tools: ['own'] },
} as const satisfies Record<string, { name: string; tools: readonly AgentTool[] }>;
export type BuiltInAgentId = keyof typeof BUILT_IN_AGENTS;
export const BUILT_IN_AGENT_IDS = Object.keys(BUILT_IN_AGENTS) as BuiltInAgentId[];
export const isBuiltInAgent = (id: string): id is BuiltInAgentId => Object.hasOwn(BUILT_IN_AGENTS, id);

/** Permission to use agents: everyone, chosen people and departments, or no one. */
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

/** The permission until an administrator changes it. */
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
  // a department includes its descendants
  const open = [...(byId.get(userId)?.departmentIds ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (chosen.has(id)) return true;
    const parentId = byId.get(id)?.parentId;
    if (parentId && !seen.has(parentId)) open.push(parentId);
    seen.add(id);
  }
  return false;
}
