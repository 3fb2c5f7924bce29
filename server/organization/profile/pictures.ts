/** Serves pictures: a company's for its members, a person's for colleagues. */
import { CallError } from '../../../sync/protocol/errors';
import type { Actor, Platform } from '../../platform/context';
import type { FileAnswer } from '../../platform/http/file-answer';

const TYPES: Record<string, string> = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' };

export class Pictures {
  constructor(private readonly platform: Pick<Platform, 'db' | 'blobs'>) {}

  /** Throws NO_DATA if there is none that this person may see. */
  async ofCompany(actor: Actor, id: string): Promise<FileAnswer> {
    const membership = await this.platform.db
      .selectFrom('user_company as m')
      .innerJoin('companies as c', 'c.id', 'm.company_id')
      .select('c.logo_key')
      .where('m.user_id', '=', actor.userId)
      .where('m.company_id', '=', id)
      .executeTakeFirst();
    return this.file(membership?.logo_key);
  }

  /** Throws NO_DATA if there is none that this person may see. */
  async ofPerson(actor: Actor, id: string): Promise<FileAnswer> {
    const colleague = await this.platform.db
      .selectFrom('user_company as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.avatar_key')
      .where('m.company_id', '=', actor.companyId)
      .where('m.user_id', '=', id)
      .where('m.status', '=', 'active')
      .executeTakeFirst();
    return this.file(colleague?.avatar_key);
  }

  private async file(key: string | null | undefined): Promise<FileAnswer> {
    const size = key ? await this.platform.blobs.size(key) : null;
    if (!key || size === null) throw new CallError('NO_DATA');
    return {
      type: TYPES[key.split('.').at(-1)!] ?? 'application/octet-stream',
      size,
      version: key.split('/').at(-1)!,
      read: () => this.platform.blobs.get(key),
    };
  }
}
