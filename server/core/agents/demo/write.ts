/** Writes the demo's agents in the state after their creators published and asked them (server/core/agents). */
import { newId, spaceOf } from '../../../../sync/model/ids';
import { agents, type Agent } from '../../../../sync/model/kinds/agents';
import { addVersion, goLive } from '../publishing';
import type { DemoSeed } from '../../../shared/demo';
import { DEMO_AGENTS, type DemoAgent } from './agents';
import { DAY } from '../../../shared/demo-durations';
import { writeDemoAgentChats } from './write-chats';

export async function writeDemoAgents(seed: DemoSeed): Promise<void> {
  for (const agent of DEMO_AGENTS) await writeAgent(seed, agent);
  await writeDemoAgentChats(seed);
}

async function writeAgent({ tx, cast, platform, projects }: DemoSeed, demo: DemoAgent): Promise<void> {
  const { by, daysAgo, project: title, audience, departments, isWaiting, tools, openings, ...definition } = demo;
  const project = projects.find(({ content }) => content.title === title);
  if (!project) throw new Error(`The demo has no project "${title}".`);
  const at = platform.clock.now() - daysAgo * DAY;
  const id = newId(at);
  const creatorId = cast.people[by];
  await tx.put(
    'agents',
    id,
    {
      ...(agents.createdWith as Pick<Agent, 'liveVersion' | 'audience' | 'waitingVersion' | 'refusedVersion'>),
      ...definition,
      avatar: '',
      knowledge: [{ kind: 'projects', id: project.id, title }],
      tools: [...tools],
      openings: [...openings],
      space: spaceOf('person', creatorId),
      departmentIds: [],
      creatorId,
      createdAt: at,
    },
    at,
  );
  const draft = (await tx.get('agents', id))!;
  const departmentIds = departments.map((key) => cast.departments[key]);
  await goLive(tx, draft, await addVersion(tx, draft), { audience, departmentIds });
  if (!isWaiting) return;
  const { no } = await addVersion(tx, (await tx.get('agents', id))!);
  await tx.put('agents', id, { waitingVersion: no });
}
