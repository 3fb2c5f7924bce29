import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '~/api/client';
import { chooseLanguage } from '~/features/shell/choose-language';
import { type Theme } from '~/features/shell/first-paint';
import { useSingleKeys } from '~/features/preferences/single-keys';
import { setTheme, useTheme } from '~/features/shell/theme';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../../../sync/model/languages';
import { replica, run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { Select } from '~/ui/controls/select';
import { toast } from '~/ui/feedback/toast';
import { Switch } from '~/ui/controls/toggle';
import { myCompanyCalls, PersonName } from '../../../server/organization/companies/contract';
import { LIMITS } from '../../../sync/model/limits';
import * as v from 'valibot';
import { AccountPicture } from './account-picture';
import { CitationStyle } from './citation-style';
import { CopyFormat } from './copy-format';
import { needsServerText } from './needs-server';
import { PasswordSection } from './password-section';

/** Name, language, theme, keyboard. */
export function ProfileSection() {
  const { t, i18n } = useTranslation('settings');
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  const { theme } = useTheme();
  const singleKeys = useSingleKeys();
  if (!account) return null;
  const languages = LANGUAGES.map((l) => ({ id: l, label: LANGUAGE_NAMES[l] }));
  const recognition = preferences?.recognitionLanguage;
  return (
    <div className="flex flex-col gap-8">
      <AccountPicture account={account} />
      <NameForm key={account.name} name={account.name} />
      <PasswordSection />
      <section className="flex flex-col gap-5">
        <h2 className="text-16">{t('look')}</h2>
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            label={t('language')}
            hint={t('languageHint')}
            options={languages}
            value={isLanguage(i18n.language) ? i18n.language : 'en'}
            onChange={(l) => void chooseLanguage(l)}
          />
          <Select<Theme>
            label={t('theme.label')}
            options={(['light', 'dark', 'system'] as const).map((id) => ({ id, label: t(`theme.${id}`) }))}
            value={theme}
            onChange={setTheme}
          />
          <Select
            label={t('recognition')}
            hint={t('recognitionHint')}
            options={languages}
            value={recognition ?? null}
            onChange={(l) => void run('preferences.update', { recognitionLanguage: l })}
          />
          <CopyFormat />
          <CitationStyle />
        </div>
      </section>
      <section className="flex flex-col gap-4">
        <h2 className="text-16">{t('keyboard')}</h2>
        <Switch
          isSelected={singleKeys}
          onChange={(on) => void run('preferences.update', { singleKeyShortcuts: on })}
          hint={t('singleKeysHint')}
        >
          {t('singleKeys')}
        </Switch>
      </section>
    </div>
  );
}

/** The name is stored on the server: an unreachable server is reported, and the input is kept. */
function NameForm({ name }: { name: string }) {
  const { t } = useTranslation(['settings', 'common', 'errors']);
  const [text, setText] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const [running, setRunning] = useState(false);
  const save = async () => {
    const checked = v.safeParse(PersonName, text);
    if (!checked.success) {
      setError(t('settings:nameLength', LIMITS.personName));
      return;
    }
    setRunning(true);
    setError(null);
    try {
      await call(myCompanyCalls.setUserName, { userName: checked.output });
      await replica().open({ refresh: true });
      toast.success(t('settings:nameSaved'));
    } catch (failure) {
      setError(needsServerText(t, failure));
    } finally {
      setRunning(false);
    }
  };
  return (
    <form
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={t('settings:name')}
        hint={t('settings:nameHint')}
        value={text}
        onChange={setText}
        error={error}
        className="min-w-60 flex-1"
      />
      <Button type="submit" className="mt-[1.55rem]" isLoading={running} isDisabled={text.trim() === name}>
        {t('common:save')}
      </Button>
    </form>
  );
}
