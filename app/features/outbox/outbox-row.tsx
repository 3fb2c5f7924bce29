import { FileAudio, FileText, FileUp, Image, Pencil, Send, type LucideIcon } from 'lucide-react';
import { Link } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '~/features/recorder/format';
import { errorText } from '~/features/failures/error-text';
import { reportFailure } from '~/features/failures/report-failure';
import { sizeText } from '~/i18n/size-text';
import { replica, run } from '~/replica/client';
import { Badge } from '~/ui/data/badge';
import { Button } from '~/ui/controls/button';
import { ConfirmDialog } from '~/ui/overlays/dialog';
import { Progress } from '~/ui/feedback/progress';
import { RelativeTime } from '~/ui/data/relative-time';
import { toast } from '~/ui/feedback/toast';
import { ERRORS, isErrorCode, type ErrorCode } from '../../../sync/protocol/errors';
import type { OutboxRow } from '../../../sync/engine/storage/status';
import { DropDialog } from './drop-dialog';
import { saveFile } from '~/ui/save-file';
import { languageTag } from '../../../sync/model/languages';
import { dynamicKeys } from '~/i18n/dynamic-keys';

const ICONS: Record<OutboxRow['kind'], LucideIcon> = {
  document: FileText,
  text: Pencil,
  call: Send,
  recording: FileAudio,
  image: Image,
  file: FileUp,
};

const TONES: Record<OutboxRow['state'], 'danger' | 'accent' | 'neutral' | 'warning'> = {
  attention: 'danger',
  running: 'accent',
  waiting: 'neutral',
  recovered: 'warning',
  local: 'neutral',
};

/** One row of the outbox: what it is, its progress, its error, and its actions. */
export function OutboxItem({ row }: { row: OutboxRow }) {
  const { t, i18n } = useTranslation(['outbox', 'common', 'errors', 'recorder']);
  const [dropping, setDropping] = useState(false);
  const Icon = ICONS[row.kind];
  // a recording is kept, a deletion is undone; anything else is removed from this device
  const dropKey =
    row.kind === 'recording' && row.state !== 'local'
      ? 'stopSending'
      : row.kind === 'document' || row.kind === 'text'
        ? 'restore'
        : 'drop';
  const translate = dynamicKeys(t);
  const label = translate(`outbox:kind.${row.label}`, { defaultValue: t(`outbox:kind.${row.kind}`) });
  const title = row.title || label;
  // the server can be reached, and a retry by the person is unnecessary
  const failsForGood =
    row.state === 'attention' &&
    (row.kind === 'document' || row.kind === 'text') &&
    isErrorCode(row.lastError?.code ?? '') &&
    ERRORS[row.lastError!.code as ErrorCode].status >= 500;
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      reportFailure(t, error);
    }
  };
  const drop = (): Promise<void> => act(() => run('outbox.drop', { id: row.id }));
  return (
    <li
      className="flex flex-wrap items-start gap-3 border-b border-line py-4 last:border-0"
      data-outbox-state={row.state}
    >
      <span
        aria-hidden
        className="hidden size-9 shrink-0 items-center justify-center rounded-control bg-sunken text-ink-muted sm:flex"
      >
        <Icon size={18} />
      </span>
      {/* the text needs at least this width, otherwise the actions wrap below it */}
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1.5 sm:basis-88">
        <div className="flex items-center gap-2">
          {row.link ? (
            <Link
              to={row.link}
              className="focus-ring min-w-0 truncate rounded-control font-medium text-ink-strong hover:underline"
            >
              {title}
            </Link>
          ) : (
            <span className="min-w-0 truncate font-medium text-ink-strong">{title}</span>
          )}
          <Badge tone={TONES[row.state]}>{t(`outbox:state.${row.state}`)}</Badge>
        </div>
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-12 text-ink-muted">
          <span>{label}</span>
          {row.durationMs > 0 && <span className="tabular">{clockText(row.durationMs)}</span>}
          {row.size > 0 && <span className="tabular">{sizeText(row.size, i18n.language)}</span>}
          <span>
            {t('outbox:since')} <RelativeTime at={row.since} />
          </span>
          {row.attempts > 0 && <span>{t('outbox:attempts', { count: row.attempts })}</span>}
          {row.state === 'waiting' && row.nextTryAt > 0 && (
            <span>
              {t('outbox:nextTry', {
                time: new Intl.DateTimeFormat(languageTag(i18n.language), { timeStyle: 'medium' }).format(
                  row.nextTryAt,
                ),
              })}
            </span>
          )}
        </p>
        {row.size > 0 && (row.state === 'running' || row.sent > 0) && (
          <Progress
            label={t('outbox:sentOf', { title })}
            showLabel={false}
            value={Math.min(100, (row.sent / row.size) * 100)}
            className="max-w-md"
          />
        )}
        {row.state === 'recovered' && (
          <p className="text-13 leading-relaxed text-ink-muted">{t('recorder:recovery.finishing')}</p>
        )}
        {row.state === 'local' && (
          <p className="text-13 leading-relaxed text-ink-muted">
            {t(row.label === 'undecidedFile' ? 'outbox:undecidedText' : 'outbox:localText')}
          </p>
        )}
        {row.lastError && (
          <p className="text-13 leading-relaxed text-danger-ink">
            {failsForGood ? t('outbox:serverFails') : errorText(t, row.lastError)}{' '}
            <RelativeTime at={row.lastError.at} className="text-12 text-ink-muted" />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 sm:ms-auto sm:justify-end">
        {row.can.retry && (
          <Button size="small" onPress={() => void act(() => run('outbox.retry', { id: row.id }))}>
            {t(row.state === 'local' ? 'outbox:send' : 'outbox:retry')}
          </Button>
        )}
        {row.can.saveToFile && (
          <Button
            size="small"
            variant="quiet"
            onPress={() =>
              void act(async () => {
                const file = await replica().outboxFile(row.id);
                if (file) saveFile(file.name, file.blob);
                else toast.message(t('outbox:nothingToSave'));
              })
            }
          >
            {t('common:saveToFile')}
          </Button>
        )}
        {row.can.drop && (
          <Button size="small" variant="quiet" onPress={() => setDropping(true)}>
            {t(`outbox:${dropKey}`)}
          </Button>
        )}
      </div>
      {dropKey === 'drop' ? (
        <DropDialog id={row.id} title={title} isOpen={dropping} onOpenChange={setDropping} onConfirm={drop} />
      ) : (
        <ConfirmDialog
          isOpen={dropping}
          onOpenChange={setDropping}
          title={t(`outbox:${dropKey}Title`, { title })}
          description={t(`outbox:${dropKey}Text`)}
          confirmLabel={t(`outbox:${dropKey}Confirm`)}
          isDanger={dropKey !== 'restore'}
          onConfirm={drop}
        />
      )}
    </li>
  );
}
