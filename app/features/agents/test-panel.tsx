import { FlaskConical, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentConversation } from '~/features/agent-chat/agent-conversation';
import { run } from '~/replica/client';
import { Button } from '~/ui/controls/button';
import { EmptyState } from '~/ui/feedback/empty-state';
import { SkeletonRows } from '~/ui/feedback/skeleton';

const threadKey = (agentId: string): string => `agent-test/${agentId}`;

/** Id of the test chat that was started on this device; undefined until it is read, null for none. */
function useTestThread(agentId: string | null): [string | null | undefined, (threadId: string | null) => void] {
  const [threadId, setThreadId] = useState<string | null | undefined>(agentId === null ? null : undefined);
  useEffect(() => {
    if (agentId === null) return undefined;
    let isOver = false;
    const settle = (known: string | null): void => {
      if (!isOver) setThreadId(known);
    };
    run('draft.read', { id: threadKey(agentId) }).then(
      ({ text }) => settle(text),
      () => settle(null),
    );
    return () => {
      isOver = true;
    };
  }, [agentId]);
  return [
    threadId,
    (next) => {
      setThreadId(next);
      if (agentId !== null) void run('draft.keep', { id: threadKey(agentId), text: next }).catch(() => undefined);
    },
  ];
}

/** pixels from the end within which the chat follows its end */
const NEAR = 80;

/** Scrolls to the end of a growing chat as long as the reader is near the end. */
function useFollowedEnd() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let isAtEnd = true;
    const onScroll = (): void => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    const observer = new MutationObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, []);
  return box;
}

export interface TestPanelProps {
  /** null if the agent was never saved */
  agentId: string | null;
  isDirty: boolean;
  isSaving: boolean;
  /** @returns the id of the agent, or null if it could not be saved */
  onSave: () => Promise<string | null>;
  /** called after a new agent was saved for the test */
  onCreated: (id: string) => void;
  /** moves the focus here when it is mounted */
  takesFocus: boolean;
}

/**
 * A test chat with the draft. The server answers by the saved draft, so changes are saved when the focus enters the
 * panel, before a question can be asked.
 */
export function TestPanel({ agentId, isDirty, isSaving, onSave, onCreated, takesFocus }: TestPanelProps) {
  const { t } = useTranslation(['agents', 'common']);
  const [threadId, setThreadId] = useTestThread(agentId);
  const [isUnsaved, setUnsaved] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const scrolled = useFollowedEnd();
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const save = async (): Promise<void> => {
    const id = await onSave();
    setUnsaved(id === null);
    if (id !== null && agentId === null) onCreated(id);
  };
  return (
    <section aria-label={t('agents:test.title')} className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center justify-end gap-2 lg:min-h-7">
        <h2
          ref={heading}
          tabIndex={-1} // hidden on narrower screens, where the tab has this label
          className="min-w-0 flex-1 text-14 font-semibold text-ink-strong outline-none max-lg:sr-only"
        >
          {t('agents:test.title')}
        </h2>
        {threadId && (
          <Button
            size="small"
            variant="quiet"
            icon={<RotateCcw aria-hidden size={14} />}
            onPress={() => {
              setThreadId(null);
              setAttempt((times) => times + 1);
              heading.current?.focus();
            }}
          >
            {t('agents:test.again')}
          </Button>
        )}
      </div>
      {agentId === null ? (
        <EmptyState
          level={3}
          icon={<FlaskConical size={22} />}
          title={t('agents:test.first')}
          text={t('agents:test.firstText')}
          action={
            <Button isLoading={isSaving} onPress={() => void save()}>
              {t('agents:test.save')}
            </Button>
          }
        />
      ) : (
        <>
          <p role="status" className={isUnsaved && isDirty ? 'text-12 text-danger-ink' : 'text-12 text-ink-muted'}>
            {t(
              isUnsaved && isDirty
                ? 'agents:test.notSaved'
                : isDirty
                  ? 'agents:test.savesFirst'
                  : 'agents:test.onlyYou',
            )}
          </p>
          <div
            ref={scrolled}
            className="-mx-1 mt-2 flex min-h-0 flex-1 flex-col overflow-y-auto border-t border-line px-1 pt-3"
            onFocusCapture={() => {
              if (isDirty && !isSaving) void save();
            }}
          >
            {threadId === undefined ? (
              <SkeletonRows rows={3} />
            ) : (
              <AgentConversation key={attempt} agentId={agentId} threadId={threadId} isTest onStarted={setThreadId} />
            )}
          </div>
        </>
      )}
    </section>
  );
}
