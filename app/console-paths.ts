/** Addresses of the console's screens, with the state that they keep in the address. */
import { addressQuery } from './address-query';

/**
 * Filters of the audit trail; '' is no filter. `words`: encrypted search words (features/admin/search-form), here and
 * in other lists.
 */
interface AuditUrlState {
  words?: string;
  action?: string;
  actorId?: string;
  period?: string;
  before?: string;
  count?: string;
}
const auditParts = ({
  words,
  action,
  actorId,
  period,
  before,
  count,
}: AuditUrlState): [string, string | undefined][] => [
  ['words', words],
  ['action', action],
  ['actorId', actorId],
  ['period', period],
  ['before', before],
  ['count', count],
];

/** Dialogs of the employee directory, by subject. */
export type EmployeesDialog = 'invite' | 'link' | 'member' | 'remove' | 'erase' | 'put' | 'take' | 'request';
/**
 * URL state of the employee directory. `page` from 1; `users`: the selection; `done`: the form that redirected here.
 */
export interface EmployeesUrlState {
  tab?: 'requests' | undefined;
  words?: string | undefined;
  department?: string | undefined;
  status?: 'active' | 'pending' | undefined;
  page?: number | undefined;
  dialog?: EmployeesDialog | undefined;
  member?: string | undefined;
  /** of that member */
  device?: string | undefined;
  request?: string | undefined;
  users?: readonly string[] | undefined;
  done?: string | undefined;
}
/** Dialogs of the organization's departments. */
export type OrganizationDialog = 'company' | 'create' | 'edit' | 'move' | 'delete' | 'add' | 'put';
/** URL state of the departments; `department` 'none': people without a department. */
export interface OrganizationUrlState {
  department?: string | undefined;
  page?: number | undefined;
  dialog?: OrganizationDialog | undefined;
  /** encrypted search for people who can be added */
  words?: string | undefined;
  users?: readonly string[] | undefined;
  done?: string | undefined;
}

/** The first page has no number. */
const listQuery = ({ page, users = [], ...rest }: EmployeesUrlState | OrganizationUrlState): string =>
  addressQuery([
    ...(Object.entries(rest) as [string, string | undefined][]),
    ['page', page === 1 ? undefined : page],
    ...users.map((id): [string, string] => ['user', id]),
  ]);

export const consolePaths = {
  home: () => '/admin',
  /** receives the search forms of lists */
  searchWords: () => '/admin/search-words',
  overview: (of: { range?: 'day' | 'week' | 'month' | 'year'; departmentId?: string } = {}) =>
    `/admin/overview${addressQuery([
      ['range', of.range],
      ['departmentId', of.departmentId],
    ])}`,
  organization: (at: OrganizationUrlState = {}) => `/admin/organization${listQuery(at)}`,
  employees: (at: EmployeesUrlState = {}) => `/admin/employees${listQuery(at)}`,
  livePage: (range?: 'days' | 'weeks' | 'months', words?: string, page?: number) =>
    `/admin/livepage${addressQuery([
      ['range', range],
      ['words', words],
      ['page', page],
    ])}`,
  settings: () => '/admin/settings',
  aiProviders: () => '/admin/settings/ai',
  agents: () => '/admin/settings/agents',
  knowledgeSources: () => '/admin/settings/knowledge-sources',
  ipManagement: (open: { dialog?: 'new' | 'edit' | 'delete' | 'restriction'; rule?: string } = {}) =>
    `/admin/ip-management${addressQuery([
      ['dialog', open.dialog],
      ['rule', open.rule],
    ])}`,
  ipLogs: (status?: 'allowed' | 'blocked', shown?: number) =>
    `/admin/ip-logs${addressQuery([
      ['status', status],
      ['shown', shown],
    ])}`,
  ipLogsCsv: (status?: 'allowed' | 'blocked') => `/admin/ip-logs/csv${addressQuery([['status', status]])}`,
  audit: (of: AuditUrlState = {}) => `/admin/audit${addressQuery(auditParts(of))}`,
  auditExport: (of: AuditUrlState = {}) => `/admin/audit/export${addressQuery(auditParts(of))}`,
} as const;
