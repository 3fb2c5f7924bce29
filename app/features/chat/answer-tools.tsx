import { ClipboardCopy, FilePlus, Flag, MoreHorizontal, RotateCw } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COPY_FORMATS, type CopyFormat } from '~/features/note/note-files';
import { useAccount, useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { IconButton } from '~/ui/controls/icon-button';
import { MenuButton } from '~/ui/overlays/menu';
import { toast } from '~/ui/feedback/toast';
import type { Answer, AnswerSource } from '../../../sync/model/kinds/answers';
import type { Turn } from '../../../sync/model/kinds/turns';
import { LeftOut, SourcesList } from './sources-list';

const SaveAsNote = lazy(() => import('./save-as-note'));
const OpenAsDocument = lazy(() => import('~/features/canvas/open-as-document'));
const ReportAnswer = lazy(() => import('./report-answer'));

/** The row of actions below an answer: sources, copy, save as note, open as document, ask again, more. */
export function AnswerTools({
  turn,
  answer,
  canAsk,
  onAgain,
  onStored,
}: {
  turn: Turn;
  answer: Answer;
  /** the person may ask in this chat */
  canAsk: boolean;
  onAgain: () => void;
  onStored: (source: AnswerSource, quote: string) => void;
}) {
  const { t } = useTranslation(['chat', 'common', 'note', 'shell']);
  const account = useAccount();
  const preferences = useQuery({ kind: 'one', collection: 'preferences', id: account?.userId ?? 'nobody' });
  const [isExpanded, setExpanded] = useState(false);
  const [open, setOpen] = useState<'note' | 'report' | null>(null);
  const listId = useId();
  const count = answer.sources.length;
  // without any source, the list of sources that could not be read is open
  const isShown = count > 0 ? isExpanded : answer.failed.length > 0;
  const isEmpty = answer.text === '' && answer.citations.length === 0;
  const isMine = turn.creatorId === account?.userId;
  const copy = async (format: CopyFormat) => {
    try {
      await (await import('./export-answer')).copyAnswer(t, answer, format);
      toast.success(t('note:copy.done'));
    } catch {
      toast.error(t('note:copy.failed'), { description: t('note:copy.byHand') });
    }
  };
  return (
    <div className="mt-3 flex flex-col gap-3">
      <div className="-ml-1.5 flex flex-wrap items-center gap-0.5">
        {count > 0 && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isExpanded}
            aria-controls={listId}
            onPress={() => setExpanded(!isExpanded)}
          >
            {isExpanded ? t('chat:sources.hide') : t('chat:sources.view', { count })}
          </Button>
        )}
        {!isEmpty && (
          <>
            <IconButton
              size="small"
              label={t('common:copy')}
              icon={<ClipboardCopy aria-hidden size={15} />}
              onPress={() => void copy(preferences?.copyFormat ?? 'text')}
            />
            <IconButton
              size="small"
              label={t('chat:saveAsNote')}
              icon={<FilePlus aria-hidden size={15} />}
              onPress={() => setOpen('note')}
            />
            <Suspense fallback={null}>
              <OpenAsDocument turn={turn} answer={answer} />
            </Suspense>
          </>
        )}
        {isMine && (
          <IconButton
            size="small"
            label={t('chat:again')}
            icon={<RotateCw aria-hidden size={15} />}
            onPress={onAgain}
          />
        )}
        <MenuButton
          label={t('common:moreActions')}
          trigger={
            <IconButton size="small" label={t('common:moreActions')} icon={<MoreHorizontal aria-hidden size={15} />} />
          }
          items={[
            ...(isEmpty
              ? []
              : [
                  {
                    id: 'copy',
                    title: t('note:copy.label'),
                    entries: COPY_FORMATS.map((format) => ({
                      id: `copy-${format}`,
                      label: t(`note:copy.${format}`),
                      icon: <ClipboardCopy size={16} />,
                    })),
                  },
                ]),
            { id: 'more', entries: [{ id: 'report', label: t('chat:report.action'), icon: <Flag size={16} /> }] },
          ]}
          onAction={(id) => (id === 'report' ? setOpen('report') : void copy(id.slice(5) as CopyFormat))}
        />
        {answer.mode === 'model' && answer.model && (
          <span className="ml-auto truncate pl-2 text-12 text-ink-faint" translate="no">
            {answer.model}
          </span>
        )}
      </div>
      <div id={listId}>{isShown && <SourcesList answer={answer} canRate={canAsk} onStored={onStored} />}</div>
      {/* outside of the list, which is collapsed at first, and which an answer without sources does not have */}
      <LeftOut of={answer.leftOut} />
      <Suspense fallback={null}>
        {open === 'note' && <SaveAsNote turn={turn} answer={answer} onClose={() => setOpen(null)} />}
        {open === 'report' && <ReportAnswer turnId={turn.id} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  );
}
