/** Data of the directory, in as few calls as possible. */
import { callFailure } from '~/api/call-failure';
import type { ConsoleServer } from '~/features/admin/server';
import { choicesOf, type DepartmentChoice } from '~/features/admin/department-choice';
import { departmentCalls, type MemberRow } from '../../../server/organization/departments/contract';
import { invitationCalls } from '../../../server/organization/invitations/contract';
import { joinRequestCalls, type JoinRequest } from '../../../server/organization/join-requests/contract';
import { memberCalls } from '../../../server/organization/members/contract';
import { profileCalls } from '../../../server/organization/profile/contract';
import { deviceCalls, type MemberDevice } from '../../../server/organization/sessions/contract';
import { PAGE_SIZE, urlStateOf } from './url-state';

export interface MemberDevices {
  userId: string;
  sessions: MemberDevice[];
  /** whether the viewer may sign them out */
  mayErase: boolean;
}

export interface EmployeesData {
  me: { userId: string; isOwner: boolean };
  company: { id: string; name: string };
  ownerName: string;
  /** members of the company, invited ones included */
  everybody: number;
  /** search words */
  searched: string;
  /** number of matches */
  total: number;
  members: MemberRow[];
  /** pending applications */
  waiting: number;
  requests: JoinRequest[];
  departments: DepartmentChoice[];
  /** the active invitation link; `url` is complete */
  link: { url: string; expiresAt: number } | null;
  /** selected members that are not on the page */
  member: MemberRow | null;
  request: JoinRequest | null;
  /** devices of the member in the address, if the page was opened there */
  devices: MemberDevices | null;
}

/** Null for a refused call; failures without an answer are rethrown. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const failure = callFailure(error);
    if (!failure || failure.noAnswer) throw error;
    return null;
  }
}

export async function loadEmployees({
  api,
  me,
  companyId,
  isOwner,
  url,
  origin,
  searched,
}: ConsoleServer): Promise<EmployeesData> {
  const urlState = urlStateOf(url.searchParams);
  const page = urlState.page ?? 1;
  const isRequests = urlState.tab === 'requests';
  const search = (input: object) => api(memberCalls.search, { companyId, ...input });
  const [profile, tree, everybody, found, requests, link, member, request, devices] = await Promise.all([
    api(profileCalls.profile, { id: companyId }),
    api(departmentCalls.tree, { id: companyId }),
    search({ pageSize: 1 }),
    isRequests
      ? { total: 0, members: [] }
      : search({
          currentPage: page,
          pageSize: PAGE_SIZE,
          inCompanyUserNameInfixLike: searched,
          departmentId: urlState.department ?? '',
          ...(urlState.status ? { status: urlState.status } : {}),
        }),
    api(joinRequestCalls.list, { currentPage: isRequests ? page : 1, pageSize: isRequests ? PAGE_SIZE : 1 }),
    orNull(api(invitationCalls.currentLink, {})),
    urlState.member ? search({ userIds: [urlState.member] }) : null,
    urlState.request ? orNull(api(joinRequestCalls.get, { applyId: urlState.request })) : null,
    urlState.member && (urlState.dialog === 'member' || urlState.dialog === 'erase')
      ? orNull(api(deviceCalls.ofMember, { userId: urlState.member }))
      : null,
  ]);
  return {
    me: { userId: me.id, isOwner },
    company: { id: companyId, name: profile.company.name },
    ownerName: profile.owner.name,
    everybody: everybody.total,
    searched,
    total: found.total,
    members: found.members,
    waiting: requests.total,
    requests: isRequests ? requests.requests : [],
    departments: choicesOf(tree.departments),
    link: link && { url: new URL(link.path, origin).href, expiresAt: link.expiresAt },
    member: member?.members[0] ?? null,
    request,
    devices: devices && urlState.member ? { userId: urlState.member, ...devices } : null,
  };
}
