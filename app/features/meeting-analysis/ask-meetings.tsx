import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { LIMITS } from '../../../sync/model/limits';
import { truncate } from '../../../sync/model/text';
import type { Project } from '../../../sync/model/kinds/projects';
import { QuestionForm, useQuestion } from './question-form';

/** Asks all meetings of a project and none of its other documents; the answer is a chat of the project. */
export default function AskMeetings({ project }: { project: Project }) {
  const { t } = useTranslation('summary');
  const navigate = useNavigate();
  const question = useQuestion(async (text, language) => {
    const title = t('summary:ask.meetings.of', { title: project.title });
    const { threadId } = await run('chat.ask', {
      question: text,
      context: [
        { kind: 'projects', id: project.id, title: truncate(title, LIMITS.contextTitle.max), only: 'meetings' },
      ],
      fileIds: [],
      usesWeb: false,
      language,
      kind: 'chat',
      projectId: project.id,
    });
    navigate(paths.chat(threadId, project.id));
  });
  return (
    <div className="mb-3 flex max-w-(--writing) flex-col gap-1.5">
      <QuestionForm question={question} label={t('summary:ask.meetings.label')} />
      <p className="text-12 text-ink-muted">{t('summary:ask.meetings.text')}</p>
    </div>
  );
}
