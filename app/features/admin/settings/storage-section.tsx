import { useTranslation } from 'react-i18next';
import { sizeText } from '~/i18n/size-text';
import { Banner } from '~/ui/feedback/banner';
import { controlClass } from '~/ui/controls/button-styles';
import { Progress } from '~/ui/feedback/progress';
import { STORAGE_LIMITS, type CompanySetting } from '../../../../server/organization/settings/contract';
import type { ActionResult } from './result';
import { Section } from './section';
import { SettingForm } from './setting-form';

/** Storage limit of the organization, and what is used of it. */
export function StorageSection({
  setting: { storageLimit: limit, storageUsed: used },
  result,
}: {
  setting: CompanySetting;
  result: ActionResult | undefined;
}) {
  const { t, i18n } = useTranslation('admin');
  const size = (bytes: number): string => sizeText(bytes, i18n.language);
  const whole = (bytes: number): string => sizeText(bytes, i18n.language, { decimals: 0 });
  const text =
    limit === null
      ? t('settings.storage.used', { used: size(used) })
      : t('settings.storage.usedOf', { used: size(used), limit: whole(limit) });
  return (
    <Section id="storage" title={t('settings.storage.title')} text={t('settings.storage.text')}>
      {limit === null ? (
        <p className="text-14">{text}</p>
      ) : (
        <Progress label={t('settings.storage.title')} valueText={text} value={Math.min(100, (used / limit) * 100)} />
      )}
      {limit !== null && used >= limit && <Banner kind="warning">{t('settings.storage.full')}</Banner>}
      <SettingForm intent="storage" result={result}>
        <label className="flex max-w-60 flex-col gap-1.5 text-13 font-medium text-ink">
          {t('settings.storage.label')}
          <select name="storageLimit" key={limit} defaultValue={limit ?? ''} className={`${controlClass} h-9`}>
            {STORAGE_LIMITS.map((each) => (
              <option key={each} value={each ?? ''}>
                {each === null ? t('settings.storage.none') : whole(each)}
              </option>
            ))}
          </select>
        </label>
      </SettingForm>
    </Section>
  );
}
