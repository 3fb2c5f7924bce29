/** Reads and changes a company's profile, and pictures. */
import { CallError } from '../../../sync/protocol/errors';
import type { SyncStore } from '../../sync/store';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditDetails, AuditTrail } from '../audit/audit';
import { avatarOf, writeMember } from '../people/people';
import type { Company } from './contract';
import { PICTURE_MAX_BYTES } from './contract';
import { pictureOf } from '../../../sync/model/picture';
import { newId } from '../../../sync/model/ids';

export interface CompanyChange {
  name?: string | undefined;
  description?: string | undefined;
  code?: string | undefined;
}

export class ProfileService {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'clock' | 'blobs' | 'transaction' | 'afterCommit' | 'log'>,
    private readonly parts: { store: SyncStore; audit: AuditTrail },
  ) {}

  async get(companyId: string): Promise<Company> {
    const { db } = this.platform;
    const row = await db.selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirst();
    if (!row) throw new CallError('COMPANY_NOT_FOUND');
    const { n } = await db
      .selectFrom('user_company')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      code: row.code,
      logo: logoOf(row),
      userAmount: Number(n),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  }

  async profile(companyId: string) {
    const { db } = this.platform;
    const company = await this.get(companyId);
    const owner = await db
      .selectFrom('user_company as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.user_id', 'm.name', 'u.email'])
      .where('m.company_id', '=', companyId)
      .where('m.role', '=', 'owner')
      .executeTakeFirstOrThrow();
    const { n: departments } = await db
      .selectFrom('departments')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('company_id', '=', companyId)
      .executeTakeFirstOrThrow();
    const link = await db
      .selectFrom('invitation_key')
      .select('id')
      .where('company_id', '=', companyId)
      .limit(1)
      .executeTakeFirst();
    return {
      company,
      owner: { userId: owner.user_id, name: owner.name, email: owner.email },
      departments: Number(departments),
      onboarding: {
        profile: company.description !== '' || company.code !== '' || company.logo !== '',
        invited: company.userAmount > 1 || link !== undefined,
        configured: Number(departments) > 0,
      },
    };
  }

  /** Throws COMPANY_CODE_DUPLICATED. */
  async update(actor: Actor, request: RequestInfo, change: CompanyChange): Promise<Company> {
    const { db, clock } = this.platform;
    return this.platform.transaction(async () => {
      const before = await db
        .selectFrom('companies')
        .select(['name', 'description', 'code'])
        .where('id', '=', actor.companyId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const fields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Record<
        keyof typeof before,
        string
      >;
      if (fields.code) {
        const other = await db
          .selectFrom('companies')
          .select('id')
          .where('code', '=', fields.code)
          .where('id', '<>', actor.companyId)
          .executeTakeFirst();
        if (other) throw new CallError('COMPANY_CODE_DUPLICATED', { fieldErrors: { code: 'COMPANY_CODE_DUPLICATED' } });
      }
      await db
        .updateTable('companies')
        .set({ ...fields, updated_at: clock.now() })
        .where('id', '=', actor.companyId)
        .execute();
      const details: AuditDetails = Object.fromEntries(
        Object.entries(fields)
          .filter(([field, value]) => before[field as keyof typeof before] !== value)
          .map(([field, value]) => [field, [before[field as keyof typeof before], value]]),
      );
      if (Object.keys(details).length > 0)
        await this.parts.audit.record(
          actor.companyId,
          actor,
          request,
          'company.updated',
          { kind: 'company', id: actor.companyId, name: fields.name ?? before.name },
          details,
        );
      return this.get(actor.companyId);
    });
  }

  /** Throws IMAGE_NOT_VALID. */
  async setLogo(actor: Actor, request: RequestInfo, file: Blob): Promise<string> {
    const key = await this.storePicture(`logos/${actor.companyId}`, file);
    const { db, clock } = this.platform;
    return this.platform.transaction(async () => {
      const before = await db
        .selectFrom('companies')
        .select(['name', 'logo_key'])
        .where('id', '=', actor.companyId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await db
        .updateTable('companies')
        .set({ logo_key: key, updated_at: clock.now() })
        .where('id', '=', actor.companyId)
        .execute();
      await this.parts.audit.record(actor.companyId, actor, request, 'company.logo', {
        kind: 'company',
        id: actor.companyId,
        name: before.name,
      });
      if (before.logo_key) this.platform.afterCommit(() => this.platform.blobs.delete(before.logo_key!));
      return logoOf({ id: actor.companyId, logo_key: key });
    });
  }

  /** Sets the person's picture in all their companies. Throws IMAGE_NOT_VALID. */
  async setAvatar(actor: Actor, file: Blob): Promise<string> {
    const key = await this.storePicture(`avatars/${actor.userId}`, file);
    await this.putAvatar(actor.userId, key);
    return avatarOf(actor.userId, key);
  }

  /** Removes the person's picture from all their companies, and its file. */
  async unsetAvatar(actor: Actor): Promise<void> {
    await this.putAvatar(actor.userId, null);
  }

  private async putAvatar(userId: string, key: string | null): Promise<void> {
    const { db, clock } = this.platform;
    const before = await db.selectFrom('users').select('avatar_key').where('id', '=', userId).executeTakeFirstOrThrow();
    await db.updateTable('users').set({ avatar_key: key, updated_at: clock.now() }).where('id', '=', userId).execute();
    const companies = await db.selectFrom('user_company').select('company_id').where('user_id', '=', userId).execute();
    for (const { company_id } of companies)
      await this.parts.store.write(company_id, (tx) => writeMember(db, tx, userId));
    if (before.avatar_key)
      await this.platform.blobs.delete(before.avatar_key).catch((error: unknown) => {
        // The change is committed: the picture that remains must not make it look failed.
        this.platform.log.warn({ err: error, userId }, 'the previous picture of a person could not be deleted');
      });
  }

  private async storePicture(folder: string, file: Blob): Promise<string> {
    const bytes = file.size <= PICTURE_MAX_BYTES ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0);
    const picture = pictureOf(bytes);
    if (!picture || picture.type === 'image/gif') throw new CallError('IMAGE_NOT_VALID');
    const key = `${folder}/${newId()}.${picture.type.slice('image/'.length)}`;
    await this.platform.blobs.put(key, bytes, { contentType: picture.type });
    return key;
  }
}

const logoOf = (row: { id: string; logo_key: string | null }): string =>
  row.logo_key ? `/api/organization/company/${row.id}/logo` : '';
