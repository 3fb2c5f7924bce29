import { Link, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ModeSection } from '~/features/admin/agents/mode-section';
import { PeopleSection } from '~/features/admin/agents/people-section';
import type { ActionResult, Intent } from '~/features/admin/agents/result';
import { sendForm } from '~/features/admin/console-form';
import { ScreenError } from '~/features/admin/screen-error';
import { consoleAction, consoleLoader } from '~/features/admin/server';
import { withStaleFallback } from '~/features/admin/stale-fallback';
import { useResult } from '~/features/admin/use-result';
import { choicesOf } from '~/features/admin/department-choice';
import { paths } from '~/paths';
import { PageBody, PageHeader } from '~/ui/layout/page-header';
import { agentCalls } from '../../../server/core/agents/contract';
import { departmentCalls, type MemberRow } from '../../../server/organization/departments/contract';
import { memberCalls } from '../../../server/organization/members/contract';
import type { Call } from '../../../sync/protocol/client';
import type { AgentMode } from '../../../sync/model/agents';

/** maximum number of results of a search for people */
const FOUND = 10;
/** maximum number of people in one call */
const PAGE = 200;

/** Members by their ids, without people who left the organization. */
async function membersOf(api: Call, companyId: string, userIds: readonly string[]): Promise<MemberRow[]> {
  const found: MemberRow[] = [];
  for (let from = 0; from < userIds.length; from += PAGE) {
    const ids = userIds.slice(from, from + PAGE);
    found.push(...(await api(memberCalls.search, { companyId, userIds: ids, pageSize: PAGE })).members);
  }
  return found;
}

export const loader = consoleLoader(async ({ api, companyId, me, searched }) => {
  const [permission, { total: waiting }, tree] = await Promise.all([
    api(agentCalls.permissionSetting, {}),
    api(agentCalls.waiting, { pageSize: 1 }),
    api(departmentCalls.tree, { id: companyId }),
  ]);
  const isChosen = permission.mode === 'chosen';
  const [people, found] = await Promise.all([
    isChosen ? membersOf(api, companyId, permission.userIds) : ([] as MemberRow[]),
    isChosen && searched
      ? api(memberCalls.search, { companyId, inCompanyUserNameInfixLike: searched, status: 'active', pageSize: FOUND })
      : null,
  ]);
  return {
    permission,
    waiting,
    departments: choicesOf(tree.departments),
    people,
    found: found && { text: searched, members: found.members, more: found.total > FOUND },
    companyName: me.companies.find((each) => each.id === companyId)?.name ?? '',
  };
});
export const clientLoader = withStaleFallback<typeof loader>('agents');

export const action = consoleAction(async ({ api, form }): Promise<ActionResult> => {
  const intent = String(form.get('intent')) as Intent;
  const stored = await api(agentCalls.permissionSetting, {});
  if (intent === 'mode') {
    await api(agentCalls.setPermission, {
      mode: String(form.get('mode')) as AgentMode,
      userIds: [...stored.userIds],
      departmentIds: form.getAll('departmentId').map(String),
    });
    return { saved: intent, name: '' };
  }
  const userId = String(form.get('userId') ?? '');
  const others = stored.userIds.filter((id) => id !== userId);
  await api(agentCalls.setPermission, {
    mode: stored.mode,
    userIds: intent === 'person.add' ? [...others, userId] : others,
    departmentIds: [...stored.departmentIds],
  });
  return { saved: intent, name: String(form.get('name') ?? '') };
});
export const clientAction = sendForm;

export default function Agents() {
  const { t } = useTranslation('admin');
  const { permission, waiting, departments, people, found, companyName } = useLoaderData<typeof loader>();
  const result = useResult<ActionResult>();
  return (
    <>
      <PageHeader title={t('agents.title')} place={[{ label: t('settings.title'), href: paths.admin.settings() }]} />
      <PageBody>
        <div className="mb-6 flex flex-col gap-2 leading-relaxed text-ink-muted">
          <p>{t('agents.text', { company: companyName })}</p>
          <p>
            <Link to={paths.waitingAgents()} className="focus-ring rounded-card text-accent-ink underline">
              {waiting > 0 ? t('agents.waiting', { count: waiting }) : t('agents.noneWaiting')}
            </Link>
          </p>
        </div>
        <div className="flex flex-col gap-8">
          <ModeSection permission={permission} departments={departments} result={result} />
          {permission.mode === 'chosen' && <PeopleSection people={people} found={found} result={result} />}
        </div>
      </PageBody>
    </>
  );
}

export function ErrorBoundary() {
  return <ScreenError />;
}
