/** An agent in the editor: its unsaved changes, and the errors that prevent saving. */
import { AGENT_TOOLS, type AgentTool } from '../../../sync/model/agents';
import { agentDefinition, type AgentDefinition } from '../../../sync/model/kinds/agents';
import { LIMITS } from '../../../sync/model/limits';
import { clean, graphemeLength } from '../../../sync/model/text';

export type AgentField = keyof AgentDefinition;
export type AgentChanges = Partial<AgentDefinition>;

const FIELDS = Object.keys(agentDefinition) as AgentField[];

export const NEW_AGENT: AgentDefinition = {
  name: '',
  introduction: '',
  avatar: '',
  instructions: '',
  knowledge: [],
  tools: ['own'],
  model: '',
  openings: [],
};

export const definitionOf = (agent: AgentDefinition): AgentDefinition => ({
  ...(Object.fromEntries(FIELDS.map((field) => [field, agent[field]])) as unknown as AgentDefinition),
  model: agent.model ?? '',
});

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The changed fields that differ from the saved agent. */
export const differing = (changes: AgentChanges, saved: AgentDefinition): AgentChanges =>
  Object.fromEntries(Object.entries(changes).filter(([field, value]) => !same(value, saved[field as AgentField])));

/** Normalizes an agent for saving: trimmed lines, no empty questions, sorted tools. */
export const cleaned = (definition: AgentDefinition): AgentDefinition => ({
  ...definition,
  name: clean(definition.name),
  introduction: clean(definition.introduction),
  tools: AGENT_TOOLS.filter((tool) => definition.tools.includes(tool)),
  openings: definition.openings.map(clean).filter(Boolean),
});

export const toggled = (tools: readonly AgentTool[], tool: AgentTool, isOn: boolean): AgentTool[] =>
  AGENT_TOOLS.filter((each) => (each === tool ? isOn : tools.includes(each)));

export interface AgentFaults {
  name: '' | 'required' | 'tooLong';
  introduction: '' | 'tooLong';
  instructions: '' | 'tooLong';
  /** for each question, whether it is too long */
  openings: boolean[];
}

export function faultsOf({ name, introduction, instructions, openings }: AgentDefinition): AgentFaults {
  return {
    name: clean(name) === '' ? 'required' : graphemeLength(clean(name)) > LIMITS.agentName.max ? 'tooLong' : '',
    introduction: graphemeLength(clean(introduction)) > LIMITS.agentIntroduction.max ? 'tooLong' : '',
    instructions: instructions.length > LIMITS.agentInstructions.max ? 'tooLong' : '',
    openings: openings.map((opening) => graphemeLength(clean(opening)) > LIMITS.agentOpening.max),
  };
}

/** The first invalid field; null if there is none. */
export const firstFault = (faults: AgentFaults): string | null =>
  faults.name
    ? 'name'
    : faults.introduction
      ? 'introduction'
      : faults.instructions
        ? 'instructions'
        : faults.openings.includes(true)
          ? `opening${faults.openings.indexOf(true)}`
          : null;

/** Parses the stored changes of an earlier visit; empty if the text is invalid. */
export function parseChanges(text: string | null): AgentChanges {
  if (text === null) return {};
  try {
    const stored = JSON.parse(text) as Record<string, unknown> | null;
    return Object.fromEntries(
      FIELDS.flatMap((field) => {
        const value = stored?.[field];
        const isRight = Array.isArray(NEW_AGENT[field]) ? Array.isArray(value) : typeof value === 'string';
        return isRight ? [[field, value]] : [];
      }),
    );
  } catch {
    return {};
  }
}
