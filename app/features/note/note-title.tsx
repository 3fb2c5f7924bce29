import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { NoteTitle } from '../../../sync/model/kinds/notes';
import { setBusy } from '~/replica/busy';
import { langOf } from '~/i18n/text-language';
import { run } from '~/replica/client';
import { isComposing } from '~/ui/controls/composing';
import { titleProblem } from './note-dialogs';

const draftKey = (noteId: string): string => `note-title:${noteId}`;

export interface NoteTitleProps {
  noteId: string;
  /** the saved title; '' for a new note */
  saved: string;
  writable: boolean;
  autoFocus?: boolean;
  /** resolves when the title is durable */
  onSave: (title: string) => Promise<void>;
  /** Enter or ArrowDown: moves to the text */
  onLeave: () => void;
}

/**
 * Saves titles during typing without a delay, in which a killed browser could lose one: one save at a time, then the
 * latest.
 */
function useKeeping(
  noteId: string,
  save: { current: (title: string) => Promise<void> },
  done: (draft: string, ok: boolean) => void,
): (draft: string) => Promise<void> {
  const wanted = useRef<string | null>(null);
  const running = useRef(false);
  const told = useRef(done);
  told.current = done;
  return useCallback(
    async (draft: string) => {
      wanted.current = draft;
      if (running.current) return;
      running.current = true;
      setBusy(draftKey(noteId), 'unsavedText');
      while (wanted.current !== null) {
        const now: string = wanted.current;
        wanted.current = null;
        const ok = await save.current(v.parse(NoteTitle, now)).then(
          () => true,
          () => false,
        );
        told.current(now, ok);
      }
      running.current = false;
      setBusy(draftKey(noteId), null);
    },
    [noteId, save],
  );
}

/** Fits the field's height to its lines. */
function fit(box: HTMLTextAreaElement): void {
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}

interface HeldDraft {
  /** the current draft */
  current: () => string | null;
  hold: (draft: string | null) => void;
}

/**
 * The draft of a title on this device, encrypted like all content. `onLeft` receives a draft that an earlier visit
 * left.
 */
function useHeldDraft(noteId: string, onLeft: (draft: string) => void): HeldDraft {
  const told = useRef(onLeft);
  told.current = onLeft;
  const held = useMemo((): HeldDraft => {
    let now: string | null = null;
    return {
      current: () => now,
      hold: (draft) => {
        if (draft === now) return;
        now = draft;
        run('draft.keep', { id: noteId, text: draft }).catch(() => undefined);
      },
    };
  }, [noteId]);
  useEffect(() => {
    let gone = false;
    run('draft.read', { id: noteId }).then(
      ({ text }) => {
        if (!gone && text !== null && held.current() === null) told.current(text);
      },
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [noteId, held]);
  return held;
}

/**
 * The title above a note's text. A valid title is saved during typing. An invalid one (empty or too long) stays in the
 * field with the reason, also after a reload, until it is made valid; the note keeps its last valid title meanwhile.
 */
export function NoteTitleField({ noteId, saved, writable, autoFocus = false, onSave, onLeave }: NoteTitleProps) {
  const { t } = useTranslation('note');
  const field = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  const [draft, setDraft] = useState<string | null>(null);
  const held = useHeldDraft(noteId, (left) => {
    setDraft((now) => now ?? left);
    setTouched(true);
  });
  const [failed, setFailed] = useState(false);
  const [composed, setComposed] = useState(0);
  const [touched, setTouched] = useState(false);
  const title = draft ?? saved;
  const problem = touched && draft !== null ? titleProblem(draft) : null;
  /** the title last saved from this field, and whether it has been the note's title since */
  const [mine, setMine] = useState<string | null>(null);
  const [stood, setStood] = useState<string | null>(null);
  if (mine !== null && saved === mine && stood !== mine) setStood(mine);
  // A focused field shows what the person typed; a title changed elsewhere is mentioned beside it.
  const overtaken = draft !== null && mine !== null && stood === mine && saved !== mine && !problem;
  const save = useRef(onSave);
  save.current = onSave;
  const keep = useKeeping(noteId, save, (title, ok) => {
    setFailed(!ok);
    if (ok) setMine(v.parse(NoteTitle, title));
    if (!ok || held.current() !== title) return;
    held.hold(null);
    // While the field has focus its value is not replaced: a title that comes back trimmed must not move the cursor.
    if (document.activeElement !== field.current) setDraft(null);
  });

  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (field.current) fit(field.current);
  }, [title]);
  useEffect(() => {
    const box = field.current;
    if (!box) return undefined;
    // The font grows with the window, so lines wrap differently.
    let width = 0;
    const resized = new ResizeObserver(() => {
      if (box.clientWidth !== width) fit(box);
      width = box.clientWidth;
    });
    resized.observe(box);
    return () => resized.disconnect();
  }, []);
  useEffect(() => {
    if (draft === null) return;
    held.hold(draft);
    if (!titleProblem(draft) && !composing.current) void keep(draft);
  }, [draft, held, composed, keep]);
  // leaving within the delay saves too; the draft is kept until the save has ended
  useEffect(
    () => () => {
      const left = held.current();
      if (left !== null && titleProblem(left) === null)
        void save.current(v.parse(NoteTitle, left)).then(
          () => held.hold(null),
          () => undefined,
        );
    },
    [held],
  );

  const message = problem ? t(problem) : failed ? t('failed.save') : '';
  return (
    <div className="flex flex-col gap-1">
      <textarea
        ref={field}
        rows={1}
        autoComplete="off"
        aria-label={t('title.label')}
        aria-invalid={Boolean(message)}
        aria-describedby={message ? `title-error-${noteId}` : undefined}
        placeholder={t('title.placeholder')}
        readOnly={!writable}
        value={title}
        lang={langOf(title)}
        className="w-full resize-none overflow-hidden bg-transparent p-0 text-24 font-semibold leading-snug text-ink-strong outline-none placeholder:text-ink-faint md:text-32"
        onBlur={() => {
          if (draft !== null && held.current() === null) setDraft(null);
        }}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={(event) => {
          composing.current = false;
          setDraft(event.currentTarget.value);
          setTouched(true);
          setComposed((n) => n + 1);
        }}
        onChange={(event) => {
          setDraft(event.target.value.replace(/\n/g, ' '));
          if (!composing.current) setTouched(true);
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          const atEnd = event.currentTarget.selectionStart === event.currentTarget.value.length;
          if (event.key === 'Enter' || (event.key === 'ArrowDown' && atEnd)) {
            event.preventDefault();
            onLeave();
          }
        }}
      />
      {overtaken && !message && (
        <p role="status" data-title-overtaken className="text-13 text-warning-ink">
          {t('title.overtaken', { title: saved })}
        </p>
      )}
      {message && (
        <p id={`title-error-${noteId}`} role="alert" className="text-13 text-danger-ink">
          {message}
        </p>
      )}
    </div>
  );
}
