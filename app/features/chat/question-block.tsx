import { ChevronLeft, ChevronRight, PencilLine } from 'lucide-react';
import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { contextIcon } from '~/features/ask/use-context-options';
import { fileIcon } from '~/features/files/file-icon';
import { Written } from '~/i18n/written';
import { Button } from '~/ui/controls/button';
import { isComposing } from '~/ui/controls/composing';
import { IconButton } from '~/ui/controls/icon-button';
import { LIMITS } from '../../../sync/model/limits';
import type { Turn } from '../../../sync/model/kinds/turns';
import type { ShownTurn } from './branches';

/** A question with its context and files, and the switch between its versions. */
export function QuestionBlock({
  shown: { turn, versions },
  canEdit,
  onChoose,
  onEdit,
}: {
  shown: ShownTurn;
  canEdit: boolean;
  onChoose: (turn: Turn) => void;
  /** asks the edited question as a new version; if it rejects, the failure has been reported */
  onEdit: (question: string) => Promise<void>;
}) {
  const { t } = useTranslation(['chat', 'common']);
  const [isEditing, setEditing] = useState(false);
  const names = (turn.fileNames ?? []).filter((name) => name !== '').slice(0, turn.fileIds.length);
  // older questions were stored without the names of their files
  const unnamed = turn.fileIds.length - names.length;
  const at = versions.findIndex(({ id }) => id === turn.id);
  if (isEditing)
    return (
      <EditQuestion
        question={turn.question}
        onCancel={() => setEditing(false)}
        onSave={async (question) => {
          await onEdit(question);
          setEditing(false);
        }}
      />
    );
  return (
    <div className="group/question flex flex-col items-end gap-1">
      <div className="max-w-[85%] rounded-card bg-sunken px-4 py-2.5">
        <h2 className="whitespace-pre-line break-words text-16 font-normal leading-relaxed text-ink-strong">
          <span className="sr-only">{t('chat:question.label')}: </span>
          <Written text={turn.question} />
        </h2>
        {(turn.context.length > 0 || turn.fileIds.length > 0) && (
          <ul
            aria-label={t('chat:question.context')}
            className="mt-1.5 flex flex-wrap gap-x-3 gap-y-1 text-12 text-ink-muted"
          >
            {turn.context.map((item) => {
              const Icon = contextIcon({ ...item, itemType: '' });
              return (
                <li key={`${item.kind}/${item.id}`} className="flex min-w-0 max-w-56 items-center gap-1">
                  <Icon aria-hidden size={12} className="shrink-0" />
                  <span className="truncate" title={item.title}>
                    <Written text={item.title} />
                  </span>
                </li>
              );
            })}
            {names.map((name, i) => (
              <li key={i} className="flex min-w-0 max-w-56 items-center gap-1">
                {createElement(fileIcon({ title: name, mimeType: '' }), {
                  'aria-hidden': true,
                  size: 12,
                  className: 'shrink-0',
                })}
                <bdi className="truncate" title={name}>
                  {name}
                </bdi>
              </li>
            ))}
            {unnamed > 0 && <li>{t('chat:question.files', { count: unnamed })}</li>}
          </ul>
        )}
      </div>
      <div className="flex min-h-7 items-center gap-0.5 text-12 text-ink-muted">
        {canEdit && (
          <IconButton
            size="small"
            label={t('chat:question.edit')}
            icon={<PencilLine aria-hidden size={14} />}
            className="opacity-0 focus-visible:opacity-100 group-focus-within/question:opacity-100 group-hover/question:opacity-100 [@media(hover:none)]:opacity-100"
            onPress={() => setEditing(true)}
          />
        )}
        {versions.length > 1 && (
          <div role="group" aria-label={t('chat:versions.label')} className="flex items-center">
            <IconButton
              size="small"
              label={t('chat:versions.previous')}
              icon={<ChevronLeft aria-hidden size={14} />}
              isDisabled={at <= 0}
              onPress={() => onChoose(versions[at - 1]!)}
            />
            <span className="tabular" aria-live="polite">
              {t('chat:versions.at', { number: at + 1, count: versions.length })}
            </span>
            <IconButton
              size="small"
              label={t('chat:versions.next')}
              icon={<ChevronRight aria-hidden size={14} />}
              isDisabled={at === versions.length - 1}
              onPress={() => onChoose(versions[at + 1]!)}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function EditQuestion({
  question,
  onCancel,
  onSave,
}: {
  question: string;
  onCancel: () => void;
  onSave: (question: string) => Promise<void>;
}) {
  const { t } = useTranslation(['chat', 'common']);
  const [text, setText] = useState(question);
  const [busy, setBusy] = useState(false);
  const isEmpty = text.trim() === '';
  const save = async () => {
    if (isEmpty || busy) return;
    setBusy(true);
    try {
      await onSave(text.trim());
    } catch {
      // the text stays in the field
      setBusy(false);
    }
  };
  return (
    <div className="ml-auto flex w-full max-w-[85%] flex-col gap-2 rounded-card bg-sunken p-3">
      <textarea
        aria-label={t('chat:question.edit')}
        value={text}
        maxLength={LIMITS.question.max}
        // the person has pressed the edit button
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') {
            // otherwise Escape would stop the running answer, too
            event.stopPropagation();
            onCancel();
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            void save();
          }
        }}
        className="max-h-[8lh] min-h-[2lh] w-full resize-none bg-transparent text-16 leading-relaxed text-ink-strong outline-none [field-sizing:content]"
      />
      <div className="flex justify-end gap-2">
        <Button size="small" variant="quiet" onPress={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button size="small" isDisabled={isEmpty} isLoading={busy} onPress={() => void save()}>
          {t('chat:question.askAgain')}
        </Button>
      </div>
    </div>
  );
}
