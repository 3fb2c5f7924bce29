import { useLocation, useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { canSucceedLater } from '~/features/ask/attachments';
import { questionToReturn, returnedState } from '~/features/ask/returned-question';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { wordsState } from '~/features/search-anchor/search-words';
import { sizeText } from '~/i18n/size-text';
import { paths } from '~/paths';
import { run } from '~/replica/client';
import { useQuery, useStatus } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { QuestionFileRow } from '../../../sync/engine/host/live-queries';
import { StatusLine } from './status-line';

const NO_FILES: readonly QuestionFileRow[] = [];

/** The state of an unsent question: the reason why it waits, and its refused files with their actions. */
export function WaitingQuestion({ turn, canAsk }: { turn: Turn; canAsk: boolean }) {
  const { t, i18n } = useTranslation(['chat', 'common', 'errors']);
  const isOnline = useStatus().connection.state === 'online';
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const files = useQuery(turn.fileIds.length > 0 ? { kind: 'questionFiles', fileIds: turn.fileIds } : null) ?? NO_FILES;
  const refused = files.filter(({ state }) => state === 'attention');
  const before = useQuery(turn.followsId ? { kind: 'syncState', collection: 'turns', id: turn.followsId } : null);
  const waitsForEarlier = before === 'onDevice' || before === 'attention';
  const isSending = files.some(({ state }) => state === 'waiting' || state === 'uploading');
  const total = (of: 'sent' | 'bytes'): string =>
    sizeText(
      files.reduce((sum, file) => sum + file[of], 0),
      i18n.language,
    );
  const act = (work: Promise<unknown>): void => void work.catch((error: unknown) => reportFailure(t, error));
  const all = useQuery({ kind: 'find', collection: 'turns', selector: { parentId: turn.parentId } });
  // its chat ends with it: the question returns to the field where it was asked
  const endsScreen = all?.length === 1 && pathname.endsWith(`/${turn.parentId}`);
  const threadOfScreen = useQuery(endsScreen ? { kind: 'one', collection: 'threads', id: turn.parentId } : null);
  const takeBackNow = async (): Promise<void> => {
    // read before the chat is deleted
    const { agentId } = threadOfScreen ?? {};
    const returned = endsScreen ? await questionToReturn(turn) : null;
    const { isTakenBack } = await run('chat.stop', { turnId: turn.id });
    if (!isTakenBack || !returned) return;
    const [, projectId] = /^\/project\/([^/]+)\//.exec(pathname) ?? [];
    const state = returnedState(returned);
    if (projectId) navigate(paths.project(decodeURIComponent(projectId), 'chats'), { replace: true, state });
    else if (pathname.startsWith('/agent-chat/')) navigate(paths.agentChats(agentId), { replace: true, state });
    else navigate(paths.home(), { replace: true, state: { ...state, ...wordsState(turn.question) } });
  };
  const takeBack = canAsk && (
    <Button size="small" onPress={() => act(takeBackNow())}>
      {t('chat:state.takeBack')}
    </Button>
  );
  if (refused.length > 0)
    return (
      <>
        {refused.map(({ id, error, params }, i) => {
          const name = turn.fileNames?.[turn.fileIds.indexOf(id)] ?? '';
          const reason = errorText(t, { code: error || 'FILE_PROCESS_FAILED', params: { fileName: name, ...params } });
          return (
            <StatusLine
              key={id}
              isAlert
              action={
                canAsk && (
                  <>
                    {canSucceedLater(error) && (
                      <Button size="small" onPress={() => act(run('file.resume', { id }))}>
                        {t('common:retry')}
                      </Button>
                    )}
                    <Button size="small" onPress={() => act(run('chat.leaveFile', { turnId: turn.id, fileId: id }))}>
                      {t('chat:state.withoutFile')}
                    </Button>
                    {i === refused.length - 1 && takeBack}
                  </>
                )
              }
            >
              {t('chat:state.fileRefused', { name, reason })}
            </StatusLine>
          );
        })}
      </>
    );
  const text = !isOnline
    ? t('chat:state.onDevice')
    : waitsForEarlier
      ? t('chat:state.waitsForEarlier')
      : isSending
        ? t('chat:state.filesSending', { sent: total('sent'), total: total('bytes') })
        : t('chat:state.sending');
  return (
    <StatusLine isBusy={isOnline && !waitsForEarlier} action={takeBack}>
      {text}
    </StatusLine>
  );
}
