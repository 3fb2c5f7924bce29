import { useTranslation } from 'react-i18next';
import { runsConsole } from '~/features/shell/navigation';
import { run } from '~/replica/client';
import { useAccount, useQuery } from '~/replica/hooks';
import { Select } from '~/ui/controls/select';
import { Checkbox } from '~/ui/controls/toggle';
import {
  choiceOf,
  MAIL_TIMES,
  NOTICE_NAMES,
  NOTICES,
  type NoticeAudience,
  type NoticeChoice,
  type NoticeName,
} from '../../../sync/model/notices';
import { DevicePush } from './device-push';

const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Which notifications a person wants, and where. Works from the replica; changes on two devices merge by kind. */
export function NoticesSection() {
  const { t } = useTranslation('notifications');
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'none' }) ?? null;
  if (!account) return null;
  const set = (kind: NoticeName, choice: Partial<NoticeChoice>) =>
    void run('preferences.notice', { kind, ...choice, timeZone: timeZone() });
  const audiences: NoticeAudience[] = runsConsole(account) ? ['user', 'admin'] : ['user'];
  return (
    <div className="flex flex-col gap-8">
      <section className="flex flex-col gap-3">
        <h2 className="text-16">{t('device.title')}</h2>
        <DevicePush />
      </section>
      {audiences.map((audience) => (
        <section key={audience} className="flex flex-col gap-2">
          <h2 className="text-16">{t(audience === 'admin' ? 'admin' : 'kinds')}</h2>
          {audience === 'user' && <p className="text-13 text-ink-muted">{t('kindsHint')}</p>}
          <ul className="flex flex-col">
            {NOTICE_NAMES.filter((name) => NOTICES[name].audience === audience).map((name) => (
              <NoticeRow
                key={name}
                name={name}
                choice={choiceOf(preferences, name)}
                onChange={(choice) => set(name, choice)}
              />
            ))}
          </ul>
        </section>
      ))}
      <p className="text-13 text-ink-muted">{t('digestAt', { zone: preferences?.timeZone ?? timeZone() })}</p>
    </div>
  );
}

function NoticeRow({
  name,
  choice,
  onChange,
}: {
  name: NoticeName;
  choice: NoticeChoice;
  onChange: (choice: Partial<NoticeChoice>) => void;
}) {
  const { t } = useTranslation('notifications');
  const kind = t(`kind.${name}`);
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line py-3 last:border-0">
      <span id={`notice-${name}`} className="min-w-48 flex-1 text-14 text-ink-strong">
        {kind}
      </span>
      <div role="group" aria-labelledby={`notice-${name}`} className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Checkbox isSelected={choice.app} onChange={(app) => onChange({ app })}>
          {t('app')}
        </Checkbox>
        <Checkbox isSelected={choice.push} isDisabled={!choice.app} onChange={(push) => onChange({ push })}>
          {t('push')}
        </Checkbox>
        {NOTICES[name].mail === null ? (
          <span className="w-56 max-w-full text-13 text-ink-muted">{t('ownMail')}</span>
        ) : (
          <Select
            aria-label={t('mailOf', { kind })}
            className="w-56 max-w-full"
            isDisabled={!choice.app}
            value={choice.mail}
            options={MAIL_TIMES.map((id) => ({ id, label: `${t('mail')}: ${t(`mailTime.${id}`)}` }))}
            onChange={(mail) => onChange({ mail })}
          />
        )}
      </div>
    </li>
  );
}
