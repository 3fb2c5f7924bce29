import { useNavigate } from '@remix-run/react';
import { Keyboard, Languages, LogOut, Moon, Settings, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button as AriaButton } from 'react-aria-components';
import { LANGUAGE_NAMES, LANGUAGES, isLanguage } from '../../../sync/model/languages';
import { chooseLanguage } from './choose-language';
import { paths } from '~/paths';
import { useAccount, useQuery } from '~/replica/hooks';
import { Avatar } from '~/ui/data/avatar';
import { cx } from '~/ui/cx';
import { MenuButton } from '~/ui/overlays/menu';
import { SignOutDialog } from './sign-out';
import { setTheme, useTheme } from './theme';

export interface UserMenuProps {
  collapsed?: boolean;
  /** not where shortcuts are unavailable */
  onShortcuts?: () => void;
  /** of a server-rendered screen, which knows the person before this device does */
  person?: { name: string; email: string };
}

/** The signed-in person; language, theme, shortcuts, sign-out. */
export function UserMenu({ collapsed = false, onShortcuts, person }: UserMenuProps) {
  const { t, i18n } = useTranslation('shell');
  const here = useAccount();
  const account = person ?? here;
  const me = useQuery(here && { kind: 'one', collection: 'people', id: here.userId });
  const navigate = useNavigate();
  const { resolved } = useTheme();
  const [leaving, setLeaving] = useState(false);
  if (!account) return null;
  const act = (id: string) => {
    if (id === 'settings') navigate(paths.settings());
    else if (id === 'theme') setTheme(resolved === 'dark' ? 'light' : 'dark');
    else if (id === 'shortcuts') onShortcuts?.();
    else if (id === 'signOut') setLeaving(true);
    else if (isLanguage(id)) void chooseLanguage(id);
  };
  return (
    <>
      <MenuButton
        label={t('userMenu')}
        placement="top start"
        onAction={act}
        items={[
          {
            id: 'app',
            entries: [
              { id: 'settings', label: t('navigation.settings'), icon: <Settings size={16} /> },
              {
                id: 'theme',
                label: t(resolved === 'dark' ? 'toLight' : 'toDark'),
                icon: resolved === 'dark' ? <Sun size={16} /> : <Moon size={16} />,
              },
              ...(onShortcuts
                ? [{ id: 'shortcuts', label: t('shortcuts.title'), icon: <Keyboard size={16} />, shortcut: '?' }]
                : []),
            ],
          },
          {
            id: 'language',
            title: t('language'),
            entries: LANGUAGES.map((l) => ({
              id: l,
              label: LANGUAGE_NAMES[l],
              icon: <Languages size={16} />,
              isSelected: i18n.language === l,
            })),
          },
          { id: 'session', entries: [{ id: 'signOut', label: t('signOut'), icon: <LogOut size={16} /> }] },
        ]}
        trigger={
          <AriaButton
            aria-label={t('userMenuOf', { name: account.name })}
            className={cx(
              'focus-ring flex h-11 w-full min-w-0 cursor-default items-center gap-2 rounded-control px-2 text-left data-hovered:bg-hover data-pressed:bg-pressed',
              collapsed && 'justify-center px-0',
            )}
          >
            <Avatar name={account.name} src={me?.avatar} size={24} />
            {!collapsed && (
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="truncate text-13 font-medium text-ink-strong">{account.name}</span>
                <span className="truncate text-12 text-ink-muted">{account.email}</span>
              </span>
            )}
          </AriaButton>
        }
      />
      <SignOutDialog isOpen={leaving} onOpenChange={setLeaving} />
    </>
  );
}
