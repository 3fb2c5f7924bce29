/** Data of the organization's screen. */
import type { ConsoleServer } from '~/features/admin/server';
import {
  departmentCalls,
  type DepartmentNode,
  type MemberRow,
} from '../../../server/organization/departments/contract';
import { memberCalls } from '../../../server/organization/members/contract';
import { profileCalls, type Company } from '../../../server/organization/profile/contract';
import { findNode } from '~/features/admin/department-choice';
import { NOWHERE, PAGE_SIZE, urlStateOf } from './url-state';

/** members offered initially to be added to a department; others are found by search */
export const OFFERED = 50;

export interface OrganizationData {
  company: Company;
  departments: DepartmentNode[];
  everybody: number;
  unassigned: number;
  /** whose members are listed: a department, 'none', or '' for nothing */
  shown: string;
  members: MemberRow[];
  total: number;
  /** people who can be added, while the dialog is open */
  offered: { members: MemberRow[]; total: number } | null;
  /** their search words */
  searched: string;
}

export async function loadOrganization({ api, companyId, url, searched }: ConsoleServer): Promise<OrganizationData> {
  const urlState = urlStateOf(url.searchParams);
  const [company, tree] = await Promise.all([
    api(profileCalls.get, { id: companyId }),
    api(departmentCalls.tree, { id: companyId }),
  ]);
  const wanted = urlState.department ?? '';
  const shown =
    wanted === NOWHERE || findNode(tree.departments, wanted)
      ? wanted
      : tree.unassigned > 0 || tree.departments.length === 0
        ? NOWHERE
        : tree.departments[0]!.id;
  const [found, offered] = await Promise.all([
    api(memberCalls.search, { companyId, departmentId: shown, currentPage: urlState.page ?? 1, pageSize: PAGE_SIZE }),
    urlState.dialog === 'add' && shown !== NOWHERE
      ? api(memberCalls.search, {
          companyId,
          notInDepartmentId: shown,
          inCompanyUserNameInfixLike: searched,
          pageSize: OFFERED,
        })
      : null,
  ]);
  return {
    company,
    departments: tree.departments,
    everybody: tree.members,
    unassigned: tree.unassigned,
    shown,
    members: found.members,
    total: found.total,
    offered,
    searched,
  };
}
