/** Push policy of agents: only the creator changes and deletes the draft. Publishing is done by calls (publish.ts). */
import { spaceOf } from '../../../sync/model/ids';
import { agents } from '../../../sync/model/kinds/agents';
import { LIMITS } from '../../../sync/model/limits';
import type { PushPolicy } from '../../sync/store';
import { removeContents } from '../contents';
import { onlyChanges, refusal, startsWith } from '../refusals';
import { checkAvatar } from './avatar';
import { mustBeAllowed } from './permission';
import { withdraw } from './publishing';

const CHANGED_BY_CREATOR = [
  'name',
  'introduction',
  'avatar',
  'instructions',
  'knowledge',
  'tools',
  'model',
  'openings',
];

export const agentPolicy: PushPolicy<'agents'> = {
  collection: 'agents',
  async check({ actor, tx, before, after, changed }) {
    if (before && before.creatorId !== actor.userId) throw refusal('NO_PERMISSION');
    // without the permission, a person may still delete their own agents
    if (!after) return;
    await mustBeAllowed(tx, actor.userId);
    if (after.space !== spaceOf('person', actor.userId)) throw refusal('DOCUMENT_INVALID', 'space');
    if (!before || changed.includes('avatar')) checkAvatar(after.avatar);
    if (before) return onlyChanges(changed, CHANGED_BY_CREATOR, 'NO_PERMISSION');
    startsWith(after, { ...agents.createdWith, creatorId: actor.userId });
    const own = await tx.list('agents', { where: { creatorId: actor.userId } });
    if (own.length >= LIMITS.agents) throw refusal('PARAM_ERROR', undefined, 'a person has at most 100 agents');
  },
  async apply({ tx, before, after }) {
    if (after || !before) return;
    await removeContents(tx, 'agents', before.id);
    await withdraw(tx, before.id);
  },
};
