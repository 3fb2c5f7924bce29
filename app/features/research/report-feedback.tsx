import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/shell/report-failure';
import { Written } from '~/i18n/written';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { toast } from '~/ui/feedback/toast';
import { LIMITS } from '../../../sync/model/limits';
import type { Research } from '../../../sync/model/kinds/researches';

/** What its person thinks of the report, for a research that goes on from it. */
export function ReportFeedback({ research }: { research: Research }) {
  const { t } = useTranslation(['research', 'errors']);
  const [text, setText] = useState('');
  const isFull = research.feedback.length >= LIMITS.researchFeedback;
  return (
    <section aria-label={t('research:feedback.title')} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 className="text-14 font-medium text-ink-strong">{t('research:feedback.title')}</h3>
        <p className="text-13 text-ink-muted">{t('research:feedback.text')}</p>
      </div>
      {research.feedback.length > 0 && (
        <ul aria-label={t('research:feedback.given')} className="flex flex-col gap-1 text-14 text-ink">
          {research.feedback.map((words, at) => (
            <li key={at} className="break-words border-l-2 border-line pl-3">
              <Written text={words} />
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <form
          className="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() === '') return;
            run('research.answer', { id: research.id, text: text.trim() }).then(
              () => {
                setText('');
                toast.success(t('research:feedback.sent'));
              },
              (error: unknown) => reportFailure(t, error),
            );
          }}
        >
          <TextField
            className="min-w-0 flex-1"
            label={t('research:feedback.label')}
            placeholder={t('research:feedback.placeholder')}
            value={text}
            onChange={setText}
            maxLength={LIMITS.question.max}
          />
          <Button type="submit" isDisabled={text.trim() === ''}>
            {t('research:feedback.send')}
          </Button>
        </form>
      )}
    </section>
  );
}
