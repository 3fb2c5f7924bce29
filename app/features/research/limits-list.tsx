import { useTranslation } from 'react-i18next';
import { hostOfUrl } from '~/features/chat/source-line';
import { Written } from '~/i18n/written';
import type { ReportLimit } from '../../../sync/model/kinds/reports';
import { limitText } from './limit-text';
import { ReportPart } from './report-part';
import { SECTIONS } from './sections';

/** The limits of a report; never collapsed. */
export function LimitsList({ limits }: { limits: readonly ReportLimit[] }) {
  const { t } = useTranslation(['research', 'errors']);
  return (
    <ReportPart id={SECTIONS.limits} title={t('research:report.limits')}>
      {limits.length === 0 ? (
        <p className="text-14 text-ink-muted">{t('research:report.noLimits')}</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-14 text-ink">
          {limits.map((limit, at) => (
            <li key={at} className="break-words" data-limit={limit.kind}>
              <Written text={limitText(t, limit)} />
              {limit.url && hostOfUrl(limit.url) && (
                <span className="text-ink-muted" translate="no">
                  {' '}
                  · {hostOfUrl(limit.url)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </ReportPart>
  );
}
