import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { NoteTitle } from '../../../sync/model/notes';
import { setBusy } from '~/features/update/busy';
import { titleProblem } from './note-dialogs';

const SAVE_DELAY_MS = 400;
const draftKey = (noteId: string): string => `note-title:${noteId}`;

export interface NoteTitleProps {
  noteId: string;
  /** as it is saved; '' for a new note */
  saved: string;
  writable: boolean;
  autoFocus?: boolean;
  /** resolves when the title is durable */
  onSave: (title: string) => Promise<void>;
  /** Enter or ArrowDown: on to the text */
  onLeave: () => void;
}

/**
 * The title over a note's text. A valid one is saved while one types; one that is none (nothing, or too long) stays in the field with
 * the reason, also after a reload, until it is made valid: the note keeps its last valid title meanwhile.
 */
export function NoteTitleField({ noteId, saved, writable, autoFocus = false, onSave, onLeave }: NoteTitleProps) {
  const { t } = useTranslation('note');
  const field = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  const [draft, setDraft] = useState<string | null>(() => (typeof localStorage === 'undefined' ? null : localStorage.getItem(draftKey(noteId))));
  const [failed, setFailed] = useState(false);
  const [composed, setComposed] = useState(0);
  const [touched, setTouched] = useState(draft !== null);
  const title = draft ?? saved;
  const problem = touched && draft !== null ? titleProblem(draft) : null;
  const save = useRef(onSave);
  save.current = onSave;

  useEffect(() => { if (autoFocus) field.current?.focus(); }, [autoFocus]);
  useEffect(() => {
    const box = field.current;
    if (!box) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight}px`;
  }, [title]);
  useEffect(() => {
    if (draft === null) { localStorage.removeItem(draftKey(noteId)); return undefined; }
    localStorage.setItem(draftKey(noteId), draft);
    if (titleProblem(draft)) return undefined;
    const timer = setTimeout(() => {
      if (composing.current) return;
      const wanted = v.parse(NoteTitle, draft);
      setBusy(draftKey(noteId), 'unsavedText');
      save.current(wanted)
        .then(() => { setFailed(false); setDraft((now) => (now === draft ? null : now)); }, () => setFailed(true))
        .finally(() => setBusy(draftKey(noteId), null));
    }, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft, noteId, composed]);
  // leaving within the delay saves, too; the draft stays in storage until it did
  useEffect(() => () => {
    const left = localStorage.getItem(draftKey(noteId));
    if (left !== null && titleProblem(left) === null) void save.current(v.parse(NoteTitle, left)).then(() => localStorage.removeItem(draftKey(noteId)), () => undefined);
  }, [noteId]);

  const message = problem ? t(problem) : failed ? t('failed.save') : '';
  return (
    <div className="flex flex-col gap-1">
      <textarea
        ref={field}
        rows={1}
        aria-label={t('title.label')}
        aria-invalid={Boolean(message)}
        aria-describedby={message ? `title-error-${noteId}` : undefined}
        placeholder={t('title.placeholder')}
        readOnly={!writable}
        value={title}
        className="w-full resize-none overflow-hidden bg-transparent p-0 text-24 font-semibold leading-snug text-ink-strong outline-none placeholder:text-ink-faint md:text-32"
        onCompositionStart={() => { composing.current = true; }}
        onCompositionEnd={(event) => { composing.current = false; setDraft(event.currentTarget.value); setTouched(true); setComposed((n) => n + 1); }}
        onChange={(event) => { setDraft(event.target.value.replace(/\n/g, ' ')); if (!composing.current) setTouched(true); }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.keyCode === 229) return;
          const atEnd = event.currentTarget.selectionStart === event.currentTarget.value.length;
          if (event.key === 'Enter' || (event.key === 'ArrowDown' && atEnd)) { event.preventDefault(); onLeave(); }
        }}
      />
      {message && <p id={`title-error-${noteId}`} role="alert" className="text-13 text-danger-ink">{message}</p>}
    </div>
  );
}
