import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { setTheme, useTheme } from '~/features/shell/theme';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../sync/model/languages';
import { switchLanguage } from '~/i18n/client';
import { NativeIconButton, NativeSelect } from '~/ui/controls/native-controls';
import { Brand } from '~/features/brand/brand';

/** Layout of the sign-in screens: brand, one column, language and theme. */
export function AuthFrame({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  const { t, i18n } = useTranslation(['auth', 'shell']);
  const { resolved } = useTheme();
  return (
    <div className="flex min-h-dvh flex-col bg-paper">
      <header className="flex min-h-14 items-center justify-between px-4 md:px-6">
        <Brand />
      </header>
      <main className="flex flex-1 items-center justify-center px-4 py-8">
        <div className="w-full max-w-[22.5rem]">
          <h1 className="text-24">{title}</h1>
          {text && <p className="mb-6 mt-2 leading-relaxed text-ink-muted">{text}</p>}
          {children}
        </div>
      </main>
      <footer className="flex items-center justify-center gap-2 px-4 py-5">
        <NativeSelect
          label={t('shell:language')}
          className="w-40!"
          options={LANGUAGES.map((l) => ({ id: l, label: LANGUAGE_NAMES[l] }))}
          value={isLanguage(i18n.language) ? i18n.language : 'en'}
          onChange={(l) => void switchLanguage(l)}
        />
        <NativeIconButton
          label={t(resolved === 'dark' ? 'shell:toLight' : 'shell:toDark')}
          icon={<HalfLit />}
          onClick={() => setTheme(resolved === 'dark' ? 'light' : 'dark')}
        />
      </footer>
    </div>
  );
}

/** Light and dark icons drawn inline, so that the sign-in loads no icons. */
function HalfLit() {
  return (
    <svg width={18} height={18} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={2} aria-hidden>
      <circle cx={12} cy={12} r={9} />
      <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" stroke="none" />
    </svg>
  );
}
