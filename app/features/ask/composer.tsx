/**
 * The field in which a question is written, on the home screen and in chats: text, context documents, files.
 *
 *   const draft = useDraft();
 *   <AttachmentDropZone draft={draft}>
 *     <Composer draft={draft} label={…} placeholder={…} onAsk={async (asked) => void (await run('chat.ask', …))} />
 *     <ScopeWords draft={draft} />
 *   </AttachmentDropZone>
 *
 * Enter asks, Shift+Enter breaks the line, `@` and `＠` open the picker. Backspace at the start of the text removes the
 * last context document, or the agent if there is none. `onAsk` resolves when the question is stored: then text and
 * files are cleared. Files that the server does not have are stored on this device with the question, which waits in
 * its chat until they are uploaded.
 */
import { Combobox, ComboboxInput, ComboboxList, ComboboxOption } from '@reach/combobox';
import { ArrowUp, AtSign, Paperclip } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Written } from '~/i18n/written';
import { Announcements } from '~/ui/controls/announcements';
import { FileChooser } from '~/ui/controls/file-chooser';
import { FloatingList } from '~/ui/controls/floating-list';
import { IconButton } from '~/ui/controls/icon-button';
import { queryAfterTrigger } from '~/ui/controls/match-words';
import { cx } from '~/ui/cx';
import { LIMITS } from '../../../sync/model/limits';
import { isInterrupted } from './attachments';
import { AttachmentChips } from './attachment-chips';
import { ComposerInput } from './composer-input';
import { ContextChips } from './context-chips';
import type { AskedQuestion, Draft } from './draft';
import { useOffered, type AgentOption } from './use-offered';
import { useStoring } from './use-storing';

/** pixels */
const LIST_WIDTH = 420;

const isAtStart = ({ selectionStart, selectionEnd }: HTMLTextAreaElement): boolean =>
  selectionStart === 0 && selectionEnd === 0;

const NO_AGENTS: readonly AgentOption[] = [];

/** Agents that the picker offers besides documents. */
export interface AgentChoices {
  options: readonly AgentOption[];
  /** the agent that was chosen by the picker; its chip is shown in the field */
  chosen: AgentOption | null;
  onChoose: (agent: AgentOption) => void;
  onRemove: () => void;
}

export interface ComposerProps {
  draft: Draft;
  /** accessible name */
  label: string;
  placeholder: string;
  onAsk: (question: AskedQuestion) => Promise<void>;
  /** the reason why nothing can be asked now; shown when the person tries */
  blocked?: string | undefined;
  /** agents that can be asked instead; undefined if the screen offers none */
  agents?: AgentChoices;
  /** shown at the lower left */
  leading?: ReactNode;
  /** another button, e.g. to stop the running answer; replaces the ask button while the text is empty */
  action?: ReactNode;
  autoFocus?: boolean;
  className?: string;
}

export function Composer({
  draft,
  label,
  placeholder,
  onAsk,
  blocked,
  agents,
  leading,
  action,
  autoFocus = false,
  className,
}: ComposerProps) {
  const { t } = useTranslation(['ask', 'common']);
  const uid = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState(0);
  const [wantedCaret, setWantedCaret] = useState<number | null>(null);
  const [opened, setOpened] = useState(0);
  /** offset of the `@` whose list was closed by Escape; -1 for none */
  const [dismissed, setDismissed] = useState(-1);
  const [message, setMessage] = useState('');
  const [isSending, setSending] = useState(false);
  const store = useStoring();

  const triggered = queryAfterTrigger(draft.settled, Math.min(caret, draft.settled.length), '@');
  const looked = triggered && triggered.start !== dismissed ? triggered : null;
  const options = useOffered(looked ? looked.query : null, draft.context, agents?.options ?? NO_AGENTS);
  const shown = options ?? [];
  const hasNone = looked !== null && options !== undefined && shown.length === 0 && !/\s/u.test(looked.query);
  const isFull = draft.context.length >= LIMITS.questionContext.max;

  const write = (text: string, at: number | null): void => {
    draft.change(text);
    draft.setNotice('');
    setWantedCaret(at);
    if (at !== null) setCaret(at);
  };
  const openPicker = (): void => {
    const at = area.current?.selectionStart ?? draft.text.length;
    const before = draft.text.slice(0, at);
    // an `@` inside a word is ordinary text and does not open the picker
    const sign = before === '' || /\s$/u.test(before) ? '@' : ' @';
    setDismissed(-1);
    write(before + sign + draft.text.slice(at), at + sign.length);
    setOpened((times) => times + 1);
    area.current?.focus();
  };
  const choose = (value: string | null): void => {
    const option = shown.find((each) => valueOf(each) === value);
    if (!option || !looked) return;
    write(draft.text.slice(0, looked.start) + draft.text.slice(caret), looked.start);
    const added = t('common:combobox.added', { name: option.title });
    if ('agent' in option) {
      agents?.onChoose(option.agent);
      setMessage(added);
      return;
    }
    if (isFull) {
      draft.setNotice(t('ask:context.full', { max: LIMITS.questionContext.max }));
      return;
    }
    draft.addContext(option.document);
    setMessage(added);
  };
  const remove = (id: string): void => {
    setMessage(t('common:combobox.removed', { name: draft.context.find((each) => each.id === id)?.title ?? '' }));
    draft.removeContext(id);
  };
  const removeAgent = (): void => {
    setMessage(t('common:combobox.removed', { name: agents?.chosen?.title ?? '' }));
    agents?.onRemove();
  };
  const isEmpty = draft.text.trim() === '';
  const failed = draft.files.find((each) => each.state === 'failed' && !isInterrupted(each));
  const ask = async (): Promise<void> => {
    if (isEmpty || isSending) return;
    const refusal = blocked ?? (draft.excess > 0 ? t('ask:tooLong', { count: draft.excess }) : '');
    if (refusal || failed) {
      draft.setNotice(refusal || t('ask:files.failed', { name: failed?.file.name }));
      return;
    }
    const asked = { text: draft.text, keys: draft.files.map(({ key }) => key) };
    setSending(true);
    draft.setNotice('');
    draft.attachments.hold();
    try {
      await store(draft.files.length > 0, async () => onAsk(await draft.asked()));
      draft.clear(asked);
    } catch (error) {
      draft.fail(error);
    } finally {
      draft.attachments.go();
      setSending(false);
    }
  };
  const { composer } = draft;
  useEffect(() => {
    composer.current = { openPicker, ask: () => void ask() };
  });

  const { notice, setNotice } = draft;
  const reason = useRef(blocked);
  useEffect(() => {
    // removes the notice when its reason no longer applies
    if (reason.current !== blocked && reason.current === notice) setNotice('');
    reason.current = blocked;
  }, [blocked, notice, setNotice]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape' && looked && shown.length > 0) {
      event.stopPropagation();
      setDismissed(looked.start);
    } else if (event.key === 'Enter' && !event.shiftKey && !(looked && shown.length > 0)) {
      event.preventDefault();
      void ask();
    } else if (event.key === 'Backspace' && isAtStart(event.currentTarget)) {
      const last = draft.context.at(-1);
      if (last) remove(last.id);
      else if (agents?.chosen) removeAgent();
    }
  };
  const onPaste = (event: ClipboardEvent): void => {
    // some programs put an image of copied text on the clipboard, too: prefer the text
    const files = [...event.clipboardData.files];
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return;
    event.preventDefault();
    draft.attachPasted(files);
  };
  const valueOf = ({ key }: { key: string }): string => `${uid}/${key}`;
  const said = draft.excess > 0 ? t('ask:tooLong', { count: draft.excess }) : draft.notice;
  return (
    <Combobox
      onSelect={choose}
      aria-label={label}
      className={cx(
        'relative rounded-card border border-line-strong bg-raised transition-colors',
        'has-[textarea:focus]:border-accent has-[textarea:focus]:outline-2 has-[textarea:focus]:outline-solid has-[textarea:focus]:-outline-offset-1 has-[textarea:focus]:outline-accent',
        className,
      )}
      data-composer
    >
      {({ navigationValue }) => (
        <>
          {agents?.chosen && (
            <ContextChips
              label={t('ask:context.answers')}
              items={[agents.chosen]}
              onRemove={removeAgent}
              onLeave={() => area.current?.focus()}
            />
          )}
          {draft.context.length > 0 && (
            <ContextChips items={draft.context} onRemove={remove} onLeave={() => area.current?.focus()} />
          )}
          <AttachmentChips draft={draft} isFixed={isSending} />
          <ComboboxInput
            as={ComposerInput}
            ref={area}
            autocomplete={false}
            role={undefined}
            aria-label={label}
            aria-expanded={undefined}
            aria-autocomplete="list"
            aria-describedby={`${uid}-said`}
            placeholder={placeholder}
            autoFocus={autoFocus}
            rows={2}
            shownText={draft.text}
            opened={opened}
            caret={wantedCaret}
            wantsFirst={shown.length > 0 && !shown.some((each) => valueOf(each) === navigationValue)}
            onText={(text: string, at: number) => {
              write(text, null);
              setCaret(at);
              // another `@` opens the list again
              if (queryAfterTrigger(text, at, '@')?.start !== dismissed) setDismissed(-1);
            }}
            onSelect={(event: { currentTarget: HTMLTextAreaElement }) => setCaret(event.currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="block max-h-[calc(8lh+1.25rem)] min-h-[calc(2lh+1.25rem)] w-full resize-none bg-transparent px-4 pb-2 pt-3 text-16 leading-normal text-ink-strong outline-none [field-sizing:content] placeholder:text-ink-faint"
            {...draft.handlers}
          />
          <FloatingList field={area} id={`${uid}-list`} isEmpty={shown.length === 0 && !hasNone} maxWidth={LIST_WIDTH}>
            <ComboboxList aria-label={t('ask:context.label')}>
              {shown.map((option) => (
                <ComboboxOption
                  key={option.key}
                  value={valueOf(option)}
                  aria-selected={valueOf(option) === navigationValue}
                  className="flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2.5 py-1.5 text-14 outline-none hover:bg-hover data-highlighted:bg-hover"
                >
                  {option.icon}
                  <span className="min-w-0 flex-1 truncate text-ink-strong">
                    <Written text={option.title} />
                  </span>
                  <span className="max-w-36 shrink-0 truncate text-12 text-ink-muted">{option.note}</span>
                </ComboboxOption>
              ))}
            </ComboboxList>
            {hasNone && <p className="px-2.5 py-2 text-13 text-ink-muted">{t('ask:context.none')}</p>}
          </FloatingList>
          <div className="flex min-w-0 flex-wrap items-end gap-x-2 gap-y-1 p-2">
            {leading}
            <div className="ml-auto flex items-center gap-1">
              <IconButton
                label={t('ask:attach')}
                icon={<Paperclip aria-hidden size={18} />}
                isDisabled={draft.files.length >= LIMITS.questionFiles.max}
                onPress={() => chooser.current?.click()}
              />
              <FileChooser ref={chooser} multiple data-attachment-chooser onChoose={draft.attach} />
              <IconButton label={t('ask:mention')} icon={<AtSign aria-hidden size={18} />} onPress={openPicker} />
              {action}
              {(!action || !isEmpty) && (
                <IconButton
                  label={t('ask:ask')}
                  variant="primary"
                  className="ml-1"
                  icon={<ArrowUp aria-hidden size={18} />}
                  isDisabled={isEmpty || blocked !== undefined}
                  isLoading={isSending}
                  onPress={() => void ask()}
                />
              )}
            </div>
          </div>
          <div id={`${uid}-said`}>
            {said && (
              <p role="alert" className="px-4 pb-3 text-13 text-danger-ink">
                {said}
              </p>
            )}
            {isSending && draft.files.length > 0 && !said && (
              <p role="status" className="px-4 pb-3 text-13 text-ink-muted">
                {t('ask:files.storing')}
              </p>
            )}
          </div>
          <Announcements
            message={message}
            results={looked && looked.query !== '' ? t('common:combobox.results', { count: shown.length }) : ''}
          />
        </>
      )}
    </Combobox>
  );
}
