import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { toast } from '~/ui/feedback/toast';
import { LIMITS } from '../../../sync/model/limits';
import type { Research } from '../../../sync/model/kinds/researches';
import { SayForm } from './say-form';

/** The person's feedback on a report, used by a research that continues from it; and the form for more. */
export function ReportFeedback({ research }: { research: Research }) {
  const { t } = useTranslation('research');
  const isFull = research.feedback.length >= LIMITS.researchFeedback;
  return (
    <section aria-label={t('feedback.title')} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 className="text-14 font-medium text-ink-strong">{t('feedback.title')}</h3>
        <p className="text-13 text-ink-muted">{t('feedback.text')}</p>
      </div>
      {research.feedback.length > 0 && (
        <ul aria-label={t('feedback.given')} className="flex flex-col gap-1 text-14 text-ink">
          {research.feedback.map((words, at) => (
            <li key={at} className="break-words border-l-2 border-line pl-3">
              <Written text={words} />
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <SayForm
          research={research}
          label={t('feedback.label')}
          placeholder={t('feedback.placeholder')}
          send={t('feedback.send')}
          onSent={() => toast.success(t('feedback.sent'))}
        />
      )}
    </section>
  );
}
