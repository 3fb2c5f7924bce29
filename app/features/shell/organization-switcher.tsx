import { ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button as AriaButton } from 'react-aria-components';
import { busyReasons } from '~/replica/busy';
import { paths } from '~/paths';
import { replica } from '~/replica/client';
import { useAccount } from '~/replica/hooks';
import { Avatar } from '~/ui/data/avatar';
import { cx } from '~/ui/cx';
import { MenuButton } from '~/ui/overlays/menu';
import { toast } from '~/ui/feedback/toast';
import { reportFailure } from '~/features/failures/report-failure';

/** The active organization. Each has its own data on this device. */
export function OrganizationSwitcher({ collapsed = false }: { collapsed?: boolean }) {
  const { t } = useTranslation(['shell', 'errors']);
  const account = useAccount();
  const [switching, setSwitching] = useState(false);
  if (!account) return null;
  const company = account.companies.find((c) => c.id === account.companyId);
  const change = async (companyId: string) => {
    if (companyId === account.companyId) return;
    const busy = busyReasons();
    if (busy.length > 0) {
      toast.message(
        t('shell:switchWaits', { reason: busy.map((r) => t(`shell:busy.${r}`)).join(t('shell:listSeparator')) }),
      );
      return;
    }
    setSwitching(true);
    try {
      await replica().switchCompany(companyId);
      // Everything on the page belongs to the previous company.
      location.assign(paths.home());
    } catch (error) {
      reportFailure(t, error);
      setSwitching(false);
    }
  };
  return (
    <MenuButton
      label={t('shell:organizations')}
      placement="bottom start"
      onAction={(id) => void change(id)}
      items={account.companies.map((c) => ({
        id: c.id,
        label: c.name,
        detail: t(`shell:role.${c.role}`),
        icon: <Avatar name={c.name} size={20} shape="square" />,
        isSelected: c.id === account.companyId,
      }))}
      trigger={
        <AriaButton
          isPending={switching}
          aria-label={t('shell:organizationButton', { name: company?.name ?? '' })}
          className={cx(
            'focus-ring flex h-10 min-w-0 flex-1 cursor-default items-center gap-2 rounded-control px-2 text-left data-hovered:bg-hover data-pressed:bg-pressed',
            collapsed && 'flex-none justify-center px-1',
          )}
        >
          <Avatar name={company?.name ?? '?'} size={24} shape="square" />
          {!collapsed && (
            <>
              <span className="min-w-0 flex-1 truncate text-14 font-medium text-ink-strong">{company?.name}</span>
              <ChevronsUpDown aria-hidden size={14} className="text-ink-faint" />
            </>
          )}
        </AriaButton>
      }
    />
  );
}
