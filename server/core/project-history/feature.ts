/** The history of projects: what happened, and by whom. */
import { sql } from 'kysely';
import { writeDemoHistory } from '../../demo/write-history';
import type { Platform } from '../../platform/context';
import { callGroup } from '../../platform/openapi/group';
import { defineFeature, none } from '../../shared/feature';
import type { CoreServices } from '../context';
import { HistoryEvent, historyCalls } from './contract';
import { historyRoutes } from './routes';
import './tables';
import '../../sync/tables';

/** milliseconds for which events are kept */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Deletes old events, and those of documents whose content the retention has erased. */
async function cleanUp({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('project_event')
    .where('at', '<', clock.now() - KEPT_MS)
    .execute();
  await sql`
    delete from project_event e using doc d
    where d.company_id = e.company_id and d.collection = e.collection and d.id = e.subject_id
      and d.deleted and d.data = '{}'`.execute(db);
}

export const projectHistoryFeature = defineFeature<CoreServices>({
  name: 'core/project-history',
  calls: [callGroup('Project history', 'What happened in a project, and by whom.', historyCalls, { HistoryEvent })],
  handlers: ({ platform, sync }) => historyRoutes(platform, sync),
  policies: none('because the policies of projects, notes and meetings record their events'),
  jobs: none('because events are recorded in the transactions of the changes'),
  notifications: none('because the features notify of what they change'),
  ownership: none('because events name who did what, whoever owns it now'),
  retention: { cleanUp: ({ platform }) => cleanUp(platform) },
  storage: none('because it stores no files'),
  audit: none('because it is a record itself, of what members do'),
  passages: none('because the search finds what exists'),
  demo: writeDemoHistory,
});
