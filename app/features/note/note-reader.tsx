import { useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { mentionOfRef } from '../../../sync/model/mentions';
import type { NoteContent } from '../../../sync/model/kinds/note-contents';
import { langOf } from '~/i18n/text-language';
import { EmptyState } from '~/ui/feedback/empty-state';
import { mentionWordsOf } from '~/features/note-editor/mention-words';
import { textOf } from '~/features/note-editor/open-text';
import { paintMention, shownNames } from '~/features/note-editor/shown-names';
import { useQuery } from '~/replica/hooks';
import { showImagesIn } from '~/features/note-editor/read-images';
import { OpenFailed } from '~/features/note-editor/open-failed';
import { WritingSkeleton } from '~/features/note-editor/writing-skeleton';
import { useAnchor } from '~/features/search-anchor/use-anchor';
import { errorCode } from '~/features/failures/error-text';
import '~/features/note-editor/note-editor.css';
import '~/ui/written-tables.css';
import '~/ui/code-colors.css';

/** A read-only note. It follows `content`, the live document, and typing in other browsers before it is stored. */
export function NoteReader({ content }: { content: NoteContent }) {
  const [html, setHtml] = useState<string | null>(null);
  const [failed, setFailed] = useState('');
  const [attempt, setAttempt] = useState(0);
  const { id, rev, updatedAt } = content;
  const changes = useQuery({ kind: 'textChanges', contentId: id });
  /** numbers of the last request and of the last one shown: while somebody types, each answer is older than the newest request */
  const requests = useRef({ sent: 0, shown: 0 });
  useEffect(() => {
    const number = (requests.current.sent += 1);
    const isNewer = (): boolean => {
      if (number <= requests.current.shown) return false;
      requests.current.shown = number;
      return true;
    };
    textOf(id, 'screen').then(
      (text) => {
        if (!isNewer()) return;
        setHtml(text);
        setFailed('');
      },
      (error: unknown) => {
        if (isNewer()) setFailed(errorCode(error).code);
      },
    );
  }, [id, rev, updatedAt, attempt, changes]);
  useEffect(() => {
    const state = requests.current;
    // answers for another note, or after the screen is gone, are not shown
    return () => {
      state.shown = state.sent;
    };
  }, [id]);
  const text = useRef<HTMLDivElement>(null);
  useAnchor(text);
  useMentions(text, html);
  return (
    <div ref={text}>
      {failed ? (
        <OpenFailed contentId={id} code={failed} onRetry={() => setAttempt((n) => n + 1)} />
      ) : (
        <Text contentId={id} html={html} />
      )}
    </div>
  );
}

/** Shows the present names of mentions, and opens their targets without loading the page anew. */
function useMentions(text: RefObject<HTMLElement>, html: string | null): void {
  const { t } = useTranslation('note');
  const navigate = useNavigate();
  useEffect(() => {
    const root = text.current;
    if (!root || !html) return undefined;
    const words = mentionWordsOf(t);
    const stops = [...root.querySelectorAll<HTMLElement>('[data-mention]')].flatMap((host) => {
      const mention = mentionOfRef(host.dataset['mention'], host.dataset['label'] ?? host.textContent);
      if (!mention) return [];
      // the name on screen may be another one by now
      host.dataset['label'] = mention.label;
      return [shownNames.watch(mention, (shown) => paintMention(host, mention, shown, words, { isInTabOrder: true }))];
    });
    const open = (event: MouseEvent): void => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('[data-mention] a');
      if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash);
    };
    root.addEventListener('click', open);
    return () => {
      for (const stop of stops) stop();
      root.removeEventListener('click', open);
    };
  }, [text, html, t, navigate]);
}

function Text({ contentId, html }: { contentId: string; html: string | null }) {
  const { t } = useTranslation('note');
  const text = useRef<HTMLElement>(null);
  useEffect(
    () => (text.current ? showImagesIn(text.current, contentId, (word) => t(`image.${word}`)) : undefined),
    [contentId, html, t],
  );
  if (html === null) return <WritingSkeleton />;
  if (html === '') return <EmptyState title={t('detail.empty')} text={t('detail.emptyText')} />;
  // the engine renders it with screenHtmlOfState: all text escaped, safe links only
  return (
    <article
      ref={text}
      lang={langOf(
        html
          .slice(0, 4_000)
          .replace(/<[^>]*>/g, ' ')
          .trim(),
      )}
      className="note note-read written-tables writing"
      aria-label={t('editor.label')}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
