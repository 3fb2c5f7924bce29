/**
 * An illustration of Satchel during a meeting, drawn with design tokens: sharp at every size, in both themes and the
 * reader's language.
 */
import { CloudOff, HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const LEVELS = ['h-2', 'h-3.5', 'h-2.5', 'h-4', 'h-1.5', 'h-3', 'h-4', 'h-2', 'h-3'];

export function Sample() {
  const { t } = useTranslation('landing');
  return (
    <div
      role="img"
      aria-label={t('sample.label')}
      className="select-none overflow-hidden rounded-dialog border border-line bg-raised text-13 shadow-dialog"
    >
      <div aria-hidden className="flex items-center gap-3 border-b border-line px-5 py-3.5">
        <span className="min-w-0 flex-1 truncate text-14 font-semibold text-ink-strong">{t('sample.title')}</span>
        <span className="hidden items-center gap-1.5 text-12 text-ink-muted sm:flex">
          <CloudOff size={14} />
          {t('sample.offline')}
        </span>
      </div>
      <div aria-hidden className="grid sm:grid-cols-[5fr_7fr]">
        <div className="border-line px-5 py-4 max-sm:border-b sm:border-r">
          <p className="text-12 font-medium text-ink-muted">{t('sample.notes')}</p>
          <ul className="mt-2.5 flex list-disc flex-col gap-2 pl-4 leading-relaxed text-ink marker:text-ink-faint">
            <li className="phrases">
              <mark>{t('sample.note1')}</mark>
            </li>
            <li className="phrases">{t('sample.note2')}</li>
          </ul>
        </div>
        <div className="px-5 py-4">
          <p className="text-12 font-medium text-ink-muted">{t('sample.transcript')}</p>
          <ol className="mt-2.5 flex flex-col gap-3 leading-relaxed">
            {(['1', '2', '3'] as const).map((n, i) => (
              <li key={n} className="grid grid-cols-[2.75rem_1fr] gap-x-2">
                <span className="tabular pt-px text-12 text-ink-faint">{['40:31', '40:44', '40:52'][i]}</span>
                <span className="phrases text-ink">
                  <span className="font-medium text-ink-strong">{t(`sample.who${n}`)}</span> {t(`sample.said${n}`)}
                </span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div aria-hidden className="flex items-center gap-3 border-t border-line bg-sunken px-5 py-3 text-12">
        <span className="size-2.5 shrink-0 rounded-full bg-recording" />
        <span className="font-medium text-recording-ink">{t('sample.recording')}</span>
        <span className="hidden items-end gap-0.5 sm:flex">
          {LEVELS.map((height, i) => (
            <span key={i} className={`w-1 rounded-full bg-line-strong ${height}`} />
          ))}
        </span>
        <span className="tabular ml-auto flex items-center gap-1.5 text-ink-muted">
          <HardDrive size={14} />
          {t('sample.safe')}
        </span>
      </div>
    </div>
  );
}
