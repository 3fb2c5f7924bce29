import { useTranslation } from 'react-i18next';
import { ThreadHeader } from '~/features/chat/thread-header';
import { MissingDocument } from '~/features/missing-document/missing-document';
import { paths } from '~/paths';
import { useAccount, useQuery } from '~/replica/hooks';
import { LinkButton } from '~/ui/controls/button';
import { Badge } from '~/ui/data/badge';
import { SkeletonRows } from '~/ui/feedback/skeleton';
import { PageBody } from '~/ui/layout/page-header';
import { reportId } from '../../../sync/model/ids';
import { ReportActions } from './report-actions';
import { ResearchBody } from './research-body';

/** The screen of a research. */
export function ResearchScreen({ id }: { id: string }) {
  const { t } = useTranslation(['research', 'chat', 'errors']);
  const account = useAccount();
  const thread = useQuery({ kind: 'one', collection: 'threads', id });
  const live = useQuery({ kind: 'research', id });
  const report = useQuery({ kind: 'one', collection: 'reports', id: reportId(id) });
  const project = useQuery(thread?.projectId ? { kind: 'one', collection: 'projects', id: thread.projectId } : null);
  if (thread === undefined || live === undefined)
    return (
      <PageBody>
        <SkeletonRows rows={6} />
      </PageBody>
    );
  const { research, queued } = live;
  if (thread === null || thread.kind !== 'research' || research === null)
    return (
      <MissingDocument
        place={t('research:title')}
        title={t('errors:DEEP_RESEARCH_NOT_FOUND')}
        text={t('research:missing.text')}
        action={
          <LinkButton variant="primary" href={paths.chatHistory()}>
            {t('research:missing.all')}
          </LinkButton>
        }
      />
    );
  return (
    <>
      <ThreadHeader
        thread={thread}
        windowTitle={t('research:windowTitle')}
        list={{ label: t('chat:title'), href: paths.chatHistory() }}
        state={research.stage !== 'DONE' && <Badge>{t(`research:badge.${research.stage}`)}</Badge>}
        more={report && <ReportActions thread={thread} report={report} />}
      />
      <ResearchBody
        thread={thread}
        research={research}
        queued={queued}
        report={report ?? null}
        project={project ?? null}
        isOwn={thread.creatorId === account?.userId}
      />
    </>
  );
}
