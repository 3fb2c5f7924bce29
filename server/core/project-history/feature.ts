/** The history of projects: what happened, and by whom. */
import { writeDemoHistory } from './demo';
import type { Platform } from '../../platform/context';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { HistoryEvent, historyCalls } from './contract';
import { forgetErasedEvents } from './record';
import { historyRoutes } from './routes';
import './tables';

/** milliseconds for which events are kept */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Deletes old events, and those of documents whose content the retention has erased. */
async function cleanUp({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('project_event')
    .where('at', '<', clock.now() - KEPT_MS)
    .execute();
  await forgetErasedEvents({ db });
}

export const projectHistoryFeature = defineFeature<CoreServices>({
  name: 'core/project-history',
  calls: [callGroup('Project history', 'What happened in a project, and by whom.', historyCalls, { HistoryEvent })],
  handlers: ({ platform, sync }) => historyRoutes(platform, sync),
  policies: none('because the policies of projects, notes and meetings record their events'),
  jobs: none('because events are recorded in the transactions of the changes'),
  notifications: none('because the features notify of what they change'),
  ownership: none('because events name the people who acted, and a new owner does not change them'),
  retention: { cleanUp: ({ platform }) => cleanUp(platform) },
  storage: none('because it stores no files'),
  audit: none('because it is a record itself, of what members do'),
  passages: none('because the search finds what exists'),
  demo: writeDemoHistory,
});
