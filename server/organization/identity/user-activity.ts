/**
 * Hours in which people used a company, for the counts of the console's overview. Written once for each hour and
 * person; each process caches the entries of the current hour.
 */
import type { Platform } from '../../platform/context';
import { ACTIVITY_KEPT_MS, HOUR_MS } from './lifetimes';

export class UserActivity {
  private hour = 0;
  private noted = new Set<string>();

  constructor(private readonly platform: Pick<Platform, 'db' | 'clock'>) {}

  async note(companyId: string, userId: string, now: number): Promise<void> {
    const at = Math.floor(now / HOUR_MS) * HOUR_MS;
    if (at !== this.hour) {
      this.hour = at;
      this.noted = new Set();
    }
    const key = `${companyId}/${userId}`;
    if (this.noted.has(key)) return;
    await this.platform.db
      .insertInto('user_activity')
      .values({ company_id: companyId, at, user_id: userId })
      .onConflict((c) => c.doNothing())
      .execute();
    this.noted.add(key);
  }

  async cleanUp(): Promise<void> {
    await this.platform.db
      .deleteFrom('user_activity')
      .where('at', '<', this.platform.clock.now() - ACTIVITY_KEPT_MS)
      .execute();
  }
}
