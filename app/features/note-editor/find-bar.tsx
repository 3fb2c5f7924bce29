import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { findNext, findPrev, replaceAll, replaceNext } from 'prosemirror-search';
import type { Command } from 'prosemirror-state';
import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '~/ui/controls/button';
import { isComposing } from '~/ui/controls/composing';
import { TextField } from '~/ui/controls/field';
import { IconButton } from '~/ui/controls/icon-button';
import { cx } from '~/ui/cx';
import type { NoteView } from './editor-view';
import { matchCount, searchFor } from './find';

/** Finds words in the text and replaces them. Enter and Shift-Enter move between matches, Esc returns to the text. */
export function FindBar({ view, writable, onClose }: { view: NoteView; writable: boolean; onClose: () => void }) {
  const { t } = useTranslation('note');
  const [words, setWords] = useState(() => {
    const { state } = view.view;
    const { from, to } = state.selection;
    return to - from < 100 ? state.doc.textBetween(from, to, ' ') : '';
  });
  const [replacement, setReplacement] = useState('');
  // counted again after each edit, with the words of the text
  useSyncExternalStore(view.subscribe, view.counts, view.counts);
  const [found, setFound] = useState(0);
  /** matches that were replaced at once; 0 after anything else */
  const [replaced, setReplaced] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    view.view.dispatch(searchFor(view.view.state, words, replacement));
    setReplaced(0);
    setFound(matchCount(view.view.state));
  }, [view, words, replacement]);
  const counts = view.counts();
  useEffect(() => setFound(matchCount(view.view.state)), [view, counts]);
  useEffect(
    () => () => {
      if (!view.view.isDestroyed) view.view.dispatch(searchFor(view.view.state, '', ''));
    },
    [view],
  );

  /** Runs a command while the field keeps the focus, so the text is scrolled to the match here. */
  const go = (command: Command) => {
    command(view.view.state, view.view.dispatch, view.view);
    setReplaced(0);
    const count = matchCount(view.view.state);
    setFound(count);
    // the buttons are disabled without a match: Esc and typing belong to the bar still
    if (count === 0 && document.activeElement?.tagName !== 'INPUT') bar.current?.querySelector('input')?.focus();
    const { node } = view.view.domAtPos(view.view.state.selection.from);
    const element = node instanceof HTMLElement ? node : node.parentElement;
    element?.scrollIntoView?.({ block: 'center' });
  };
  const goReplaceAll = () => {
    const before = matchCount(view.view.state);
    go(replaceAll);
    setReplaced(before);
  };
  const close = () => {
    onClose();
    view.view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };
  const onEnter = (command: Command, shifted: Command) => (event: { key: string; shiftKey: boolean }) => {
    if (event.key === 'Enter') go(event.shiftKey ? shifted : command);
  };
  return (
    <div
      ref={bar}
      role="search"
      aria-label={t('find.label')}
      // while it goes down: the fields stop the event
      onKeyDownCapture={onKeyDown}
      className={cx('grid grid-cols-[1fr_auto] items-end gap-2 py-2', writable && 'sm:grid-cols-[1fr_1fr_auto]')}
    >
      <div className="flex min-w-0 items-end gap-2">
        <TextField
          label={t('find.words')}
          value={words}
          onChange={setWords}
          onKeyDown={(event) => {
            if (!isComposing(event.nativeEvent)) onEnter(findNext, findPrev)(event);
          }}
          autoFocus
          className="min-w-0 flex-1"
        />
        <IconButton
          label={t('find.previous')}
          icon={<ChevronUp aria-hidden size={16} />}
          onPress={() => go(findPrev)}
          isDisabled={found === 0}
        />
        <IconButton
          label={t('find.next')}
          icon={<ChevronDown aria-hidden size={16} />}
          onPress={() => go(findNext)}
          isDisabled={found === 0}
        />
      </div>
      <IconButton label={t('find.close')} icon={<X aria-hidden size={16} />} onPress={close} className="sm:order-1" />
      {writable && (
        <div className="col-span-2 flex min-w-0 items-end gap-2 sm:col-span-1">
          <TextField
            label={t('find.replacement')}
            value={replacement}
            onChange={setReplacement}
            onKeyDown={(event) => {
              if (!isComposing(event.nativeEvent)) onEnter(replaceNext, replaceNext)(event);
            }}
            className="min-w-0 flex-1"
          />
          <Button onPress={() => go(replaceNext)} isDisabled={found === 0}>
            {t('find.replace')}
          </Button>
          <Button onPress={goReplaceAll} isDisabled={found === 0}>
            {t('find.replaceAll')}
          </Button>
        </div>
      )}
      <p role="status" className="col-span-full text-13 text-ink-muted sm:order-2">
        {words === ''
          ? ''
          : [replaced > 0 && t('find.replaced', { count: replaced }), t('find.found', { count: found })]
              .filter(Boolean)
              .join(' · ')}
      </p>
    </div>
  );
}
