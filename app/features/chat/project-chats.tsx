import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AttachmentDropZone } from '~/features/ask/attachment-drop-zone';
import { Composer } from '~/features/ask/composer';
import { useDraft } from '~/features/ask/draft';
import { useReturned } from '~/features/ask/returned-question';
import { ScopeWords } from '~/features/ask/scope-words';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { questionLanguage } from '../../../sync/model/text-language';
import type { Project } from '../../../sync/model/kinds/projects';
import { ThreadList } from './thread-list';
import { useThreads } from './use-threads';

/** The chats of a project, and the field that asks a question within the project. */
export default function ProjectChats({ project }: { project: Project }) {
  const { t, i18n } = useTranslation('chat');
  const navigate = useNavigate();
  const threads = useThreads(project.id);
  const draft = useDraft({ projectId: project.id, returned: useReturned() });
  return (
    <AttachmentDropZone draft={draft} className="flex min-h-72 flex-col gap-5">
      <div className="max-w-(--writing)">
        <Composer
          draft={draft}
          label={t('project.ask')}
          placeholder={t('project.placeholder', { title: project.title })}
          onAsk={async (question) => {
            const { threadId } = await run('chat.ask', {
              ...question,
              projectId: project.id,
              kind: 'chat',
              language: questionLanguage(question.question, i18n.language),
            });
            navigate(paths.chat(threadId, project.id));
          }}
        />
        <ScopeWords draft={draft} />
      </div>
      <ThreadList threads={threads} empty={{ title: t('project.empty'), text: t('project.emptyText') }} />
    </AttachmentDropZone>
  );
}
