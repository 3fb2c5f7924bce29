/**
 * Actions of the directory's forms. Returns a result for the dialog, or redirects to the address without it; refusals
 * are thrown.
 */
import { redirect } from '@remix-run/node';
import type { ConsoleServer } from '~/features/admin/server';
import { submitted } from '~/features/admin/submitted';
import type { ActionResult } from '~/features/organization/result';
import { paths } from '~/paths';
import { departmentCalls } from '../../../server/organization/departments/contract';
import { invitationCalls } from '../../../server/organization/invitations/contract';
import { joinRequestCalls } from '../../../server/organization/join-requests/contract';
import { memberCalls } from '../../../server/organization/members/contract';
import { deviceCalls } from '../../../server/organization/sessions/contract';
import { checkDepartment, checkInvite } from './checks';
import { urlStateOf, withoutDialog } from './url-state';

export async function actOnEmployees({
  api,
  companyId,
  url,
  form,
}: ConsoleServer & { form: FormData }): Promise<ActionResult> {
  const { intent, users, read, wrong } = submitted(form);
  const userId = users[0] ?? '';
  const stay = (done: string, params: ActionResult['params'] = {}): ActionResult => ({
    intent,
    done,
    params,
    at: Date.now(),
  });
  const leave = (done: string): never => {
    throw redirect(paths.admin.employees({ ...withoutDialog(urlStateOf(url.searchParams)), users: [], done }));
  };
  switch (intent) {
    case 'invite': {
      const fields = checkInvite(form);
      if (Object.keys(fields).length > 0) return wrong(fields);
      await api(invitationCalls.invite, {
        companyId,
        email: read('email'),
        name: read('name'),
        departmentId: read('departmentId'),
      });
      return stay('invited', { email: read('email') });
    }
    case 'link':
      await api(invitationCalls.createLink, { companyId });
      return stay('link');
    case 'again': {
      const [member] = (await api(memberCalls.search, { companyId, userIds: [userId] })).members;
      if (member) await api(invitationCalls.invite, { companyId, email: member.email, name: member.name });
      return stay('again', { email: member?.email ?? '' });
    }
    case 'setAdmin':
      await api(memberCalls.setAdmin, { userId });
      return stay('setAdmin');
    case 'unsetAdmin':
      await api(memberCalls.unsetAdmin, { userId });
      return stay('unsetAdmin');
    case 'remove':
      await api(memberCalls.remove, { companyId, userId });
      return leave(read('status') === 'pending' ? 'withdrawn' : 'removed');
    case 'erase':
      await api(deviceCalls.revokeOfMember, {
        userId,
        sessionId: read('device'),
        handover: read('withoutHandover') === '',
      });
      throw redirect(
        paths.admin.employees({
          ...urlStateOf(url.searchParams),
          dialog: 'member',
          member: userId,
          device: undefined,
          done: 'erased',
        }),
      );
    case 'put':
    case 'take': {
      const fields = checkDepartment(form);
      if (Object.keys(fields).length > 0) return wrong(fields);
      await api(intent === 'put' ? departmentCalls.addMembers : departmentCalls.removeMembers, {
        userIds: users,
        departmentId: read('departmentId'),
      });
      return read('from') === 'member' ? stay(intent) : leave(intent);
    }
    case 'approve': {
      const fields = checkDepartment(form);
      if (Object.keys(fields).length > 0) return wrong(fields);
      await api(joinRequestCalls.review, { applyId: read('applyId'), departmentId: read('departmentId'), pass: true });
      return leave('approved');
    }
    case 'refuse':
      await api(joinRequestCalls.review, { applyId: read('applyId'), pass: false });
      return leave('refused');
    default:
      throw new Response(null, { status: 400 });
  }
}
