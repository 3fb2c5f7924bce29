import { useNavigate } from '@remix-run/react';
import { forwardRef, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { TextArea } from '~/ui/controls/field';
import { LIMITS } from '../../../sync/model/limits';
import type { Research } from '../../../sync/model/kinds/researches';
import type { Thread } from '../../../sync/model/kinds/threads';

export interface FollowUpHandle {
  /** puts a question into the field; the person may change it before asking */
  write: (question: string) => void;
}

/** Starts a further research that follows this one. */
export const FollowUp = forwardRef<FollowUpHandle, { thread: Thread; research: Research }>(function FollowUp(
  { thread, research },
  handle,
) {
  const { t } = useTranslation(['research', 'errors']);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle(handle, () => ({
    write: (question) => {
      setText(question);
      const field = form.current?.querySelector('textarea');
      field?.focus();
      field?.scrollIntoView({ block: 'center' });
    },
  }));
  const begin = async () => {
    if (text.trim() === '' || isSending) return;
    setSending(true);
    try {
      const { id } = await run('research.start', {
        question: text.trim(),
        projectId: thread.projectId,
        usesWeb: research.usesWeb,
        ...(research.own ? { own: research.own } : {}),
        language: research.language,
        followsId: research.id,
      });
      navigate(paths.research(id));
    } catch (error) {
      reportFailure(t, error);
      setSending(false);
    }
  };
  return (
    <form
      ref={form}
      className="flex flex-col gap-3 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <div className="flex flex-col gap-1">
        <h3 className="text-16 font-semibold text-ink-strong">{t('research:followUp.title')}</h3>
        <p className="text-13 leading-relaxed text-ink-muted">{t('research:followUp.text')}</p>
      </div>
      <TextArea
        rows={2}
        aria-label={t('research:followUp.label')}
        placeholder={t('research:followUp.placeholder')}
        value={text}
        onChange={setText}
        maxLength={LIMITS.question.max}
      />
      <div>
        <Button type="submit" isDisabled={text.trim() === '' || isSending}>
          {t('research:followUp.send')}
        </Button>
      </div>
    </form>
  );
});
