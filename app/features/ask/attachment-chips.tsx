import { RotateCcw, X } from 'lucide-react';
import { createElement, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fileIcon } from '~/features/files/file-icon';
import { errorText } from '~/features/failures/error-text';
import { sizeText } from '~/i18n/size-text';
import { cx } from '~/ui/cx';
import { RowProgress } from '~/ui/feedback/row-progress';
import { canRetry, type Attachment } from './attachments';
import type { Draft } from './draft';

/** The attached files of a question with their states. `isFixed`: the question is being asked with all of them. */
export function AttachmentChips({ draft, isFixed }: { draft: Draft; isFixed: boolean }) {
  const { t } = useTranslation('ask');
  if (draft.files.length === 0) return null;
  return (
    <ul aria-label={t('files.label')} className="grid gap-1.5 px-3 pt-3 sm:grid-cols-2">
      {draft.files.map((each) => (
        <AttachmentChip key={each.key} attachment={each} draft={draft} isFixed={isFixed} />
      ))}
    </ul>
  );
}

function AttachmentChip({ attachment, draft, isFixed }: { attachment: Attachment; draft: Draft; isFixed: boolean }) {
  const { t, i18n } = useTranslation(['ask', 'common', 'errors']);
  const { key, file, state, sent, error, params } = attachment;
  const isBad = state === 'failed' || state === 'unread';
  const size = (bytes: number): string => sizeText(bytes, i18n.language);
  const detail = isBad
    ? errorText(t, { code: error || 'FILE_PROCESS_FAILED', params: { fileName: file.name, ...params } })
    : state === 'waiting' && !draft.isOnline
      ? t('ask:files.waitsForNetwork')
      : state === 'sending'
        ? t('ask:files.sent', { sent: size(sent), total: size(file.size) })
        : state === 'ready'
          ? size(file.size)
          : t(`ask:files.${state}`);
  return (
    <li
      data-attachment={state}
      className={cx(
        'relative flex min-h-11 min-w-0 items-center gap-2 rounded-control py-1 pl-2.5',
        isBad ? 'bg-danger-tint' : 'bg-sunken',
      )}
    >
      {createElement(fileIcon({ title: file.name, mimeType: file.type }), {
        'aria-hidden': true,
        size: 16,
        className: 'shrink-0 text-ink-muted',
      })}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-13 text-ink-strong">{file.name}</span>
        <span role="status" className={cx('text-12', isBad ? 'text-danger-ink' : 'text-ink-muted')}>
          {detail}
        </span>
      </span>
      {!isFixed && canRetry(attachment) && (
        <ChipButton
          label={t('ask:files.retry', { name: file.name })}
          icon={<RotateCcw aria-hidden size={14} />}
          onPress={() => draft.attachments.retry(key)}
        />
      )}
      {!isFixed && (
        <ChipButton
          className="mr-1"
          label={t('common:combobox.remove', { name: file.name })}
          icon={<X aria-hidden size={14} />}
          onPress={() => draft.attachments.remove(key)}
        />
      )}
      {(state === 'sending' || state === 'reading') && (
        <RowProgress
          label={t(state === 'sending' ? 'ask:files.sendingOf' : 'ask:files.readingOf', { name: file.name })}
          value={state === 'sending' ? (sent / file.size) * 100 : null}
        />
      )}
    </li>
  );
}

function ChipButton({
  label,
  icon,
  className,
  onPress,
}: {
  label: string;
  icon: ReactNode;
  className?: string;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={cx(
        'focus-ring',
        className,
        'flex size-7 shrink-0 items-center justify-center rounded-control text-ink-muted hover:bg-hover',
      )}
    >
      {icon}
    </button>
  );
}
