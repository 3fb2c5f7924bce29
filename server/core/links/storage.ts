/** Storage of links: stored bytes, weekly readings, and the deletion of unused rows. */
import { sql } from 'kysely';
import { spaceOf } from '../../../sync/model/ids';
import type { Platform } from '../../platform/context';
import type { StoredDoc, SyncTransaction } from '../../sync/store';
import type { CoreServices } from '../context';
import { CRAWL_RUN, READ_RUN, startReading } from './reading-requests';
import './tables';
import '../../sync/tables';

const DAY_MS = 24 * 60 * 60_000;
const WEEK_MS = 7 * DAY_MS;
/** links that one run of the job begins to read again */
const BATCH = 200;

/** Bytes of the texts of pages. */
export async function snapshotBytes({ db }: Pick<Platform, 'db'>, companyId: string): Promise<number> {
  const { rows } = await sql<{ bytes: string | null }>`
    select sum((p.data ->> 'size')::numeric) as bytes from link_page l
    join doc p on p.company_id = l.company_id and p.collection = 'projectItems' and p.id = l.item_id and not p.deleted
    where l.company_id = ${companyId}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Deletes old rows of the pace of hosts and of robots.txt. Rows of links are deleted with their documents. */
export async function forgetHosts({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const before = clock.now() - DAY_MS;
  await db.deleteFrom('web_host').where('next_at', '<', before).execute();
  await db.deleteFrom('web_robots').where('fetched_at', '<', before).execute();
}

/** The person to whom a weekly reading is charged: the one who added the link, otherwise the owner of its project. */
async function ownerOf(tx: SyncTransaction, item: StoredDoc<'projectItems'>): Promise<string | null> {
  const readers = await tx.readersOf([{ userId: item.addedBy, space: spaceOf('project', item.projectId) }]);
  return readers.has(item.addedBy) ? item.addedBy : ((await tx.get('projects', item.projectId))?.ownerId ?? null);
}

/** Starts the reading of links with the setting `weekly` whose last attempt is a week old. */
export async function rereadWeekly({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>): Promise<void> {
  const before = platform.clock.now() - WEEK_MS;
  const { rows } = await sql<{ company_id: string; id: string }>`
    select l.company_id, l.id from link l
    join doc d on d.company_id = l.company_id and d.collection = 'projectItems' and d.id = l.id and not d.deleted
    where l.tried_at < ${before}::bigint and d.data ->> 'recrawl' = 'weekly' and d.data ->> 'crawlStatus' in ('crawled', 'failed')
      and (d.data ->> 'createdAt')::numeric < ${before}::bigint and d.data ->> 'error' <> 'SINGLE_URL_DUPLICATED'
    order by l.tried_at limit ${BATCH}`.execute(platform.db);
  for (const { company_id: companyId, id } of rows)
    await sync.write(companyId, async (tx) => {
      const item = await tx.get('projectItems', id);
      const owner = item && (await ownerOf(tx, item));
      if (!item || !owner || item.crawlStatus === 'waiting' || item.crawlStatus === 'crawling') return;
      await startReading(platform, tx, item, owner, { isAsked: false });
    });
}

/** Starts the reading of links without a run: restored after their run had ended, or of a run that was lost. */
export async function resumeReadings({ platform, sync }: Pick<CoreServices, 'platform' | 'sync'>): Promise<void> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    select d.company_id, d.id from doc d
    where d.collection = 'projectItems' and not d.deleted and d.data ->> 'crawlStatus' in ('waiting', 'crawling')
      and not exists (select from run r where r.company_id = d.company_id and r.kind in (${CRAWL_RUN}, ${READ_RUN})
        and r.key = d.id and r.ended_at is null)
    limit ${BATCH}`.execute(platform.db);
  for (const { company_id: companyId, id } of rows)
    await sync.write(companyId, async (tx) => {
      const item = await tx.get('projectItems', id);
      const owner = item && (await ownerOf(tx, item));
      if (item && owner && (item.crawlStatus === 'waiting' || item.crawlStatus === 'crawling'))
        await startReading(platform, tx, item, owner, { isAsked: false });
    });
}
