import { useTranslation } from 'react-i18next';
import { Badge } from '~/ui/data/badge';
import type { MemberRow } from '../../../server/organization/departments/contract';

/** A member's role; plain text for ordinary members. */
export function RoleBadge({ role }: { role: MemberRow['role'] }) {
  const { t } = useTranslation('admin');
  if (role === 'member') return <span className="text-ink-muted">{t('employees.role.member')}</span>;
  return <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{t(`employees.role.${role}`)}</Badge>;
}

export function StatusBadge({ status }: { status: MemberRow['status'] }) {
  const { t } = useTranslation('admin');
  return <Badge tone={status === 'active' ? 'success' : 'warning'}>{t(`employees.status.${status}`)}</Badge>;
}
