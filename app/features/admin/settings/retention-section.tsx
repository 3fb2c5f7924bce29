import { useTranslation } from 'react-i18next';
import { ConsoleForm } from '~/features/admin/console-form';
import { useTimeFormat } from '~/features/admin/local-time';
import { sizeText } from '~/i18n/size-text';
import { paths } from '~/paths';
import { Banner } from '~/ui/feedback/banner';
import { NativeButton, NativeLink } from '~/ui/controls/native-controls';
import {
  RETENTION_DAYS,
  type CompanySetting,
  type RetentionPreview,
  type RetentionReceipt,
} from '../../../../server/organization/settings/contract';
import type { ActionResult } from './result';
import { Section } from './section';
import { SettingForm } from './setting-form';

const keyOf = (days: number | null) => (days === null ? 'forever' : String(days)) as 'forever' | '180' | '365' | '730';

/** How long content is kept. The effect of a shorter retention is shown before it is saved. */
export function RetentionSection({
  setting,
  receipts,
  result,
}: {
  setting: CompanySetting;
  receipts: readonly RetentionReceipt[];
  result: ActionResult | undefined;
}) {
  const { t } = useTranslation('admin');
  const timeText = useTimeFormat();
  const { retentionDays: days, retentionFrom: from } = setting;
  return (
    <Section id="retention" title={t('settings.retention.title')} text={t('settings.retention.text')}>
      {result !== undefined && 'preview' in result ? (
        <Confirmation preview={result.preview} days={result.days} />
      ) : (
        <SettingForm intent="retention" result={result}>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-13 font-medium text-ink">{t('settings.retention.label')}</legend>
            {RETENTION_DAYS.map((each) => (
              <label key={keyOf(each)} className="flex items-center gap-2.5 text-14">
                <input
                  type="radio"
                  name="retentionDays"
                  value={each ?? ''}
                  defaultChecked={each === days}
                  className="focus-ring size-4 accent-[var(--accent)]"
                />
                {t(`settings.retention.${keyOf(each)}`)}
              </label>
            ))}
          </fieldset>
          {days !== null && from !== null && (
            <p className="text-13 text-ink-muted">
              {t('settings.retention.from', { time: timeText(from) })} {t('settings.retention.running')}
            </p>
          )}
        </SettingForm>
      )}
      <Receipts receipts={receipts} />
    </Section>
  );
}

function useCounts(): (counts: RetentionPreview | RetentionReceipt) => {
  notes: string;
  meetings: string;
  recordings: string;
  files: string;
  chats: string;
  size: string;
} {
  const { t, i18n } = useTranslation('admin');
  return (counts) => ({
    notes: t('settings.retention.notes', { count: counts.notes }),
    meetings: t('settings.retention.meetings', { count: counts.meetings }),
    recordings: t('settings.retention.recordings', { count: counts.recordings }),
    files: t('settings.retention.files', { count: counts.files }),
    chats: t('settings.retention.chats', { count: counts.chats }),
    size: sizeText(counts.bytes, i18n.language),
  });
}

function Confirmation({ preview, days }: { preview: RetentionPreview; days: number }) {
  const { t } = useTranslation('admin');
  const timeText = useTimeFormat();
  const counts = useCounts()(preview);
  return (
    <ConsoleForm intent="retention" preventScrollReset className="flex flex-col gap-4">
      {({ isSending, reason }) => (
        <>
          <input type="hidden" name="retentionDays" value={days} />
          <input type="hidden" name="confirmed" value="yes" />
          <Banner
            kind="warning"
            live="alert"
            title={t('settings.retention.confirmTitle', { period: t(`settings.retention.${keyOf(days)}`) })}
          >
            <p>
              {preview.notes + preview.meetings + preview.files + preview.chats > 0
                ? t('settings.retention.confirmCounts', counts)
                : t('settings.retention.confirmNothing')}
            </p>
            <p className="mt-1">{t('settings.retention.confirmFrom', { time: timeText(preview.from) })}</p>
          </Banner>
          <div className="flex flex-wrap items-center gap-2">
            <NativeButton type="submit" variant="danger" isLoading={isSending} disabled={reason !== null}>
              {t('settings.retention.confirm')}
            </NativeButton>
            <NativeLink href={paths.admin.settings()}>{t('settings.cancel')}</NativeLink>
          </div>
        </>
      )}
    </ConsoleForm>
  );
}

/** Receipts of earlier deletions. */
function Receipts({ receipts }: { receipts: readonly RetentionReceipt[] }) {
  const { t } = useTranslation('admin');
  const timeText = useTimeFormat();
  const countsOf = useCounts();
  if (receipts.length === 0) return <p className="text-13 text-ink-muted">{t('settings.retention.noReceipts')}</p>;
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-14 font-medium text-ink-strong">{t('settings.retention.receipts')}</h3>
      <ul className="flex flex-col">
        {receipts.map((receipt) => {
          const { notes, meetings, recordings, size } = countsOf(receipt);
          return (
            <li
              key={receipt.id}
              className="flex flex-wrap gap-x-4 gap-y-0.5 border-b border-line py-2 text-13 last:border-0"
            >
              <time dateTime={new Date(receipt.at).toISOString()} className="tabular w-44 text-ink-muted">
                {timeText(receipt.at)}
              </time>
              <span className="min-w-0 flex-1 basis-60">
                {notes} · {meetings} · {recordings} ({size})
                <span className="block text-12 text-ink-muted">
                  {t('settings.retention.receiptBefore', { date: timeText(receipt.before, 'date') })}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
