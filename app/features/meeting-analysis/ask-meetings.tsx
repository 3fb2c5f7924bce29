import { useNavigate } from '@remix-run/react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFailure } from '~/features/failures/report-failure';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { TextField } from '~/ui/controls/field';
import { LIMITS } from '../../../sync/model/limits';
import { truncate } from '../../../sync/model/text';
import { questionLanguage } from '../../../sync/model/text-language';
import type { Project } from '../../../sync/model/kinds/projects';

/** Asks all meetings of a project, and none of its other documents; the answer is a chat of the project. */
export default function AskMeetings({ project }: { project: Project }) {
  const { t, i18n } = useTranslation(['summary', 'errors']);
  const navigate = useNavigate();
  const [question, setQuestion] = useState('');
  const [isBusy, setBusy] = useState(false);
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === '' || isBusy) return;
    setBusy(true);
    const title = t('summary:ask.meetings.of', { title: project.title });
    try {
      const { threadId } = await run('chat.ask', {
        question,
        context: [
          { kind: 'projects', id: project.id, title: truncate(title, LIMITS.contextTitle.max), only: 'meetings' },
        ],
        fileIds: [],
        usesWeb: false,
        language: questionLanguage(question, i18n.language),
        kind: 'chat',
        projectId: project.id,
      });
      navigate(paths.chat(threadId, project.id));
    } catch (error) {
      reportFailure(t, error);
      setBusy(false);
    }
  };
  return (
    <form
      className="mb-3 flex max-w-(--writing) flex-col gap-1.5"
      onSubmit={(event) => void ask(event)}
      data-ask-meetings
    >
      <div className="flex items-end gap-2">
        <TextField
          aria-label={t('summary:ask.meetings.label')}
          placeholder={t('summary:ask.meetings.label')}
          className="min-w-0 flex-1"
          value={question}
          onChange={setQuestion}
        />
        <Button type="submit" isLoading={isBusy} isDisabled={question.trim() === ''}>
          {t('summary:ask.action')}
        </Button>
      </div>
      <p className="text-12 text-ink-muted">{t('summary:ask.meetings.text')}</p>
    </form>
  );
}
