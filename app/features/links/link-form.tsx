import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/controls/select';
import { TextField } from '~/ui/controls/field';
import { Switch } from '~/ui/controls/toggle';
import { LIMITS } from '../../../sync/model/limits';

/** Settings of a crawl. */
export interface SiteSettings {
  depth: number;
  pageLimit: number;
  recrawl: 'never' | 'weekly';
}

export const SITE_DEFAULTS: SiteSettings = {
  depth: LIMITS.crawlDepth.default,
  pageLimit: LIMITS.crawlPages.default,
  recrawl: 'never',
};

/** The values of the form; the number of pages is text until the form is submitted. */
export interface SiteFields {
  depth: number;
  pageLimit: string;
  recrawl: 'never' | 'weekly';
}

export const fieldsOf = ({ depth, pageLimit, recrawl }: SiteSettings): SiteFields => ({
  depth,
  pageLimit: String(pageLimit),
  recrawl,
});

/** Parses the values of the form; null if the number of pages is invalid or out of range. */
export function readSettings({ depth, pageLimit, recrawl }: SiteFields): SiteSettings | null {
  const pages = Number(pageLimit.normalize('NFKC'));
  return Number.isInteger(pages) && pages >= 1 && pages <= LIMITS.crawlPages.max
    ? { depth, pageLimit: pages, recrawl }
    : null;
}

/** Fields for depth, number of pages and weekly crawls; a single page has only the last one. */
export function SiteSettingsFields({
  value,
  isWebsite,
  isInvalid,
  onChange,
}: {
  value: SiteFields;
  isWebsite: boolean;
  isInvalid: boolean;
  onChange: (value: SiteFields) => void;
}) {
  const { t } = useTranslation('links');
  return (
    <div className="flex flex-col gap-4">
      {isWebsite && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t('settings.depth')}
            hint={t('settings.depthHint')}
            options={Array.from({ length: LIMITS.crawlDepth.max + 1 }, (_, depth) => ({
              id: String(depth),
              label: t('settings.depthOf', { count: depth }),
            }))}
            value={String(value.depth)}
            onChange={(depth) => onChange({ ...value, depth: Number(depth) })}
          />
          <TextField
            label={t('settings.pages')}
            hint={t('settings.pagesHint', { max: LIMITS.crawlPages.max })}
            inputMode="numeric"
            value={value.pageLimit}
            error={isInvalid ? t('settings.pagesInvalid', { max: LIMITS.crawlPages.max }) : ''}
            onChange={(pageLimit) => onChange({ ...value, pageLimit })}
          />
        </div>
      )}
      <Switch
        isSelected={value.recrawl === 'weekly'}
        hint={t('settings.weeklyHint')}
        onChange={(isWeekly) => onChange({ ...value, recrawl: isWeekly ? 'weekly' : 'never' })}
      >
        {t('settings.weekly')}
      </Switch>
    </div>
  );
}
