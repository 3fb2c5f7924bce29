import { Link } from '@remix-run/react';
import { Bot, Cpu, Library, ShieldCheck, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';

/** Links to settings with screens of their own. */
export function SettingsLinks({ isRestricted }: { isRestricted: boolean }) {
  const { t } = useTranslation('admin');
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      <SettingLink
        icon={ShieldCheck}
        href={paths.admin.ipManagement()}
        title={t('settings.ip.title')}
        text={t(isRestricted ? 'settings.ip.on' : 'settings.ip.off')}
      />
      <SettingLink
        icon={Library}
        href={paths.admin.knowledgeSources()}
        title={t('settings.sources.title')}
        text={t('settings.sources.text')}
      />
      <SettingLink
        icon={Cpu}
        href={paths.admin.aiProviders()}
        title={t('settings.ai.title')}
        text={t('settings.ai.text')}
      />
      <SettingLink
        icon={Bot}
        href={paths.admin.agents()}
        title={t('settings.agents.title')}
        text={t('settings.agents.text')}
      />
    </ul>
  );
}

function SettingLink({
  icon: Icon,
  href,
  title,
  text,
}: {
  icon: LucideIcon;
  href: string;
  title: string;
  text: string;
}) {
  return (
    <li className="relative flex items-start gap-3 rounded-card border border-line bg-raised p-4 transition-colors focus-within:border-line-strong hover:border-line-strong">
      <span
        aria-hidden
        className="flex size-9 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-muted"
      >
        <Icon size={18} />
      </span>
      <span className="flex min-w-0 flex-col gap-0.5">
        <Link
          to={href}
          className="focus-ring rounded-card text-14 font-medium text-ink-strong after:absolute after:inset-0"
        >
          {title}
        </Link>
        <span className="text-13 leading-relaxed text-ink-muted">{text}</span>
      </span>
    </li>
  );
}
