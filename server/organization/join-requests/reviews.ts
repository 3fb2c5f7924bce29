/** Applications that wait for an administrator, and the decision on one. */
import { CallError } from '../../../sync/protocol/errors';
import type { SyncStore } from '../../sync/store';
import { notifyOfMember } from '../members/notify-administrators';
import type { Actor, Platform, RequestInfo } from '../../platform/context';
import type { AuditTrail } from '../audit/audit';
import type { OrganizationService } from '../companies/organization';
import type { Departments } from '../departments/departments';
import type { MailboxProof } from '../identity/mailbox-proof';
import type { InvitationService } from '../invitations/service';
import type { Post } from '../mails/post';
import { addUser } from '../people/users';
import type { JoinRequestState } from '../tables';
import type { JoinRequest } from './contract';

export interface JoinReviewParts {
  organization: OrganizationService;
  proof: MailboxProof;
  departments: Departments;
  invitations: InvitationService;
  store: SyncStore;
  post: Post;
  audit: AuditTrail;
}

export class JoinReviews {
  constructor(
    private readonly platform: Pick<Platform, 'db' | 'transaction' | 'clock'>,
    private readonly parts: JoinReviewParts,
  ) {}

  async list(
    companyId: string,
    page: { currentPage: number; pageSize: number },
  ): Promise<{ total: number; requests: JoinRequest[] }> {
    const waitingRequests = this.platform.db
      .selectFrom('join_request')
      .where('company_id', '=', companyId)
      .where('state', '=', 'waiting');
    const { n } = await waitingRequests.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
    const rows = await waitingRequests
      .selectAll()
      .orderBy('created_at')
      .orderBy('id')
      .limit(page.pageSize)
      .offset((page.currentPage - 1) * page.pageSize)
      .execute();
    return { total: Number(n), requests: rows.map((row) => toJoinRequest(row, '')) };
  }

  /** Throws NO_DATA for another company's application as for a missing one. */
  async get(companyId: string, applyId: string): Promise<JoinRequest> {
    const { db } = this.platform;
    const row = await db
      .selectFrom('join_request')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', applyId)
      .executeTakeFirst();
    if (!row) throw new CallError('NO_DATA');
    const department = row.department_id
      ? await db
          .selectFrom('departments')
          .select('name')
          .where('company_id', '=', companyId)
          .where('id', '=', row.department_id)
          .executeTakeFirst()
      : undefined;
    return toJoinRequest(row, department?.name ?? '');
  }

  async review(
    actor: Actor,
    request: RequestInfo,
    decision: { applyId: string; departmentId: string; pass: boolean },
  ): Promise<JoinRequestState> {
    const { db, clock } = this.platform;
    const { companyId } = actor;
    // The company's writing transaction serialises reviews: the second of two administrators finds the application
    // finished.
    return this.parts.store.write(companyId, async (tx) => {
      const row = await db
        .selectFrom('join_request')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('id', '=', decision.applyId)
        .executeTakeFirst();
      if (!row) throw new CallError('NO_DATA');
      if (row.state === 'verifying') throw new CallError('USER_COMPANY_APPLY_STATUS_ERROR');
      if (row.state !== 'waiting') throw new CallError('USER_COMPANY_APPLY_FINISHED');
      const { name: company } = await db
        .selectFrom('companies')
        .select('name')
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow();
      const state = decision.pass ? 'approved' : 'refused';
      const { path, userId } = decision.pass
        ? await this.admit(companyId, row, decision.departmentId)
        : { path: '', userId: '' };
      if (userId) await notifyOfMember(db, tx, actor.userId, { id: userId, name: row.name });
      await db
        .updateTable('join_request')
        .set({
          state,
          reviewed_by: actor.userId,
          reviewed_at: clock.now(),
          department_id: decision.pass ? decision.departmentId : null,
          password_hash: null,
        })
        .where('company_id', '=', companyId)
        .where('id', '=', row.id)
        .execute();
      await this.parts.post.send(
        decision.pass ? 'joinApproved' : 'joinRefused',
        row,
        { name: row.name, company },
        path,
        companyId,
      );
      await this.parts.audit.record(
        companyId,
        actor,
        request,
        decision.pass ? 'joinRequest.approved' : 'joinRequest.refused',
        { kind: 'joinRequest', id: row.id, name: row.name },
        { email: [null, row.email] },
      );
      return state;
    });
  }

  /** Returns the new member, and the path at which they sign in. */
  private async admit(
    companyId: string,
    row: {
      user_id: string | null;
      email: string;
      name: string;
      lang: string;
      password_hash: string | null;
      verified_at: number | null;
    },
    departmentId: string,
  ): Promise<{ userId: string; path: string }> {
    const { db } = this.platform;
    const proof = { passwordHash: row.password_hash, ...(row.verified_at === null ? {} : { at: row.verified_at }) };
    const known =
      row.user_id ?? (await db.selectFrom('users').select('id').where('email', '=', row.email).executeTakeFirst())?.id;
    // The account was created in between by an invitation; the application's link has proven the mailbox.
    if (known) await this.parts.proof.record({ userId: known, name: row.name, lang: row.lang, ...proof });
    const userId =
      known ?? (await addUser(this.platform, { email: row.email, name: row.name, lang: row.lang, proven: proof }));
    const member = await db
      .selectFrom('user_company')
      .select('status')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!member) await this.parts.organization.addMember(companyId, { userId, name: row.name });
    else if (member.status === 'pending') await this.parts.organization.activateMember(companyId, userId);
    await this.parts.departments.addMembers(companyId, [userId], departmentId);
    const { has_password } = await db
      .selectFrom('users')
      .select('has_password')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const path = has_password ? '/search' : await this.parts.invitations.pathFor(companyId, userId, row.email);
    return { userId, path };
  }
}

const toJoinRequest = (
  row: {
    id: string;
    name: string;
    email: string;
    memo: string;
    lang: string;
    state: JoinRequestState;
    created_at: number;
  },
  departmentName: string,
): JoinRequest => ({
  applyId: row.id,
  name: row.name,
  email: row.email,
  memo: row.memo,
  lang: row.lang,
  state: row.state,
  createdAt: row.created_at,
  departmentName,
});
