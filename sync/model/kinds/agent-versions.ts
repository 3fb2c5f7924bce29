/** The published versions of an agent (`av_<agent>`), for its creator: the latest LIMITS.agentVersions. */
import * as v from 'valibot';
import { defineKind, type DocOf } from '../kind';
import { LIMITS } from '../limits';
import { timestamp, whole } from '../numbers';
import { agentDefinition } from './agents';

export const AgentVersion = v.looseObject({
  /** from 1 */
  no: whole({ min: 1 }),
  ...agentDefinition,
  createdAt: timestamp(),
});
export type AgentVersion = v.InferOutput<typeof AgentVersion>;

export const agentVersions = defineKind({
  name: 'agentVersions',
  store: 'contents',
  direction: 'pull',
  fields: {
    /** the newest first */
    versions: v.pipe(v.array(AgentVersion), v.maxLength(LIMITS.agentVersions)),
  },
  indexes: [],
  label: 'agent',
  parents: [{ kind: 'agents', idPrefix: 'av_' }],
  merge: { versions: 'server' },
  abilities: () => [],
});
export type AgentVersions = DocOf<typeof agentVersions>;
