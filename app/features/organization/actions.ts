/**
 * Actions of the forms of the organization's screen. Returns a result for the dialog, or redirects to the address
 * without it; refusals are thrown.
 */
import { redirect } from '@remix-run/node';
import type { ConsoleServer } from '~/features/admin/server';
import { submitted } from '~/features/admin/submitted';
import type { OrganizationUrlState } from '~/console-paths';
import { paths } from '~/paths';
import { departmentCalls } from '../../../server/organization/departments/contract';
import { profileCalls } from '../../../server/organization/profile/contract';
import { checkCompany, checkDepartment } from './checks';
import type { ActionResult } from './result';
import { urlStateOf, withoutDialog } from './url-state';

export async function actOnOrganization({
  api,
  companyId,
  url,
  form,
}: ConsoleServer & { form: FormData }): Promise<ActionResult> {
  const { intent, users, read, wrong } = submitted(form);
  const leave = (done: string, to: Partial<OrganizationUrlState> = {}): never => {
    throw redirect(
      paths.admin.organization({ ...withoutDialog(urlStateOf(url.searchParams)), users: [], done, ...to }),
    );
  };
  const texts = { name: read('name'), code: read('code'), description: read('description') };
  switch (intent) {
    case 'company': {
      const fields = checkCompany(form);
      if (Object.keys(fields).length > 0) return wrong(fields);
      await api(profileCalls.update, { id: companyId, ...texts });
      return leave('company');
    }
    case 'logo': {
      const file = form.get('file');
      if (!(file instanceof Blob) || file.size === 0) return wrong({ file: 'imageRequired' });
      await api(profileCalls.setLogo, { file });
      return { intent, done: 'logo', at: Date.now() };
    }
    case 'create': {
      const fields = checkDepartment(form);
      if (Object.keys(fields).length > 0) return wrong(fields);
      const { id } = await api(departmentCalls.create, { companyId, ...texts, parentId: read('parentId') });
      return leave('created', { department: id, page: 1 });
    }
    case 'edit': {
      const fields = checkDepartment(form);
      if (Object.keys(fields).length > 0) return wrong(fields);
      await api(departmentCalls.update, { id: read('id'), ...texts });
      return leave('edited');
    }
    case 'move':
      await api(departmentCalls.update, { id: read('id'), parentId: read('parentId') });
      return leave('moved', { department: read('id'), page: 1 });
    case 'delete':
      await api(departmentCalls.remove, { id: read('id') });
      return leave('deleted', { department: read('parentId') || undefined, page: 1 });
    case 'put':
    case 'add':
      if (users.length === 0) return wrong({ user: 'peopleRequired' });
      if (!read('departmentId')) return wrong({ departmentId: 'departmentRequired' });
      await api(departmentCalls.addMembers, { userIds: users, departmentId: read('departmentId') });
      return leave('put', { page: 1 });
    case 'take':
      if (users.length === 0) return wrong({ user: 'peopleRequired' });
      await api(departmentCalls.removeMembers, { userIds: users, departmentId: read('departmentId') });
      return leave('take', { page: 1 });
    default:
      throw new Response(null, { status: 400 });
  }
}
