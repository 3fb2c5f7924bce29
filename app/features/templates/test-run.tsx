import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '~/features/failures/error-text';
import { useQuery } from '~/replica/hooks';
import { Button } from '~/ui/controls/button';
import { Select } from '~/ui/controls/select';
import type { Language } from '../../../sync/model/languages';

/**
 * Writes a summary of a meeting with a draft, stores nothing, and resolves to the Markdown. Rejects with a CallError. The
 * feature of summaries implements it.
 */
export type TemplateTestRun = (
  test: { meetingId: string; title: string; content: string; language: Language },
  signal: AbortSignal,
) => Promise<string>;

/** most meetings to choose from */
const OFFERED = 50;

/** Tests a draft on a meeting with a transcript. */
export function TestRun({
  draft,
  isReady,
  run,
}: {
  draft: { title: string; content: string; langType: Language };
  isReady: boolean;
  run: TemplateTestRun;
}) {
  const { t } = useTranslation(['templates', 'errors']);
  const meetings = useQuery({ kind: 'find', collection: 'meetings', sort: [{ recency: 'asc' }], limit: OFFERED });
  const [meetingId, setMeetingId] = useState<string | null>(null);
  const [state, setState] = useState<{ text: string } | { error: string } | 'running' | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const test = async (): Promise<void> => {
    if (!meetingId) return;
    running.current?.abort();
    const own = (running.current = new AbortController());
    setState('running');
    const { title, content, langType: language } = draft;
    const result = await run({ meetingId, title, content, language }, own.signal).then(
      (text) => ({ text }),
      (error: unknown) => ({ error: errorText(t, error) }),
    );
    if (running.current === own && !own.signal.aborted) setState(result);
  };
  return (
    <section className="flex flex-col gap-3" aria-label={t('templates:test.title')}>
      <h3 className="text-14 font-medium text-ink-strong">{t('templates:test.title')}</h3>
      <p className="text-13 text-ink-muted">{t('templates:test.hint')}</p>
      <div className="flex items-end gap-2">
        <Select
          className="min-w-0 flex-1"
          label={t('templates:test.meeting')}
          placeholder={t('templates:test.choose')}
          options={(meetings ?? []).map(({ id, title }) => ({ id, label: title }))}
          value={meetingId}
          onChange={setMeetingId}
        />
        <Button isDisabled={!isReady || !meetingId} isLoading={state === 'running'} onPress={() => void test()}>
          {t('templates:test.run')}
        </Button>
      </div>
      {state && state !== 'running' && 'error' in state && (
        <p role="alert" className="text-13 text-danger-ink">
          {state.error}
        </p>
      )}
      {state && state !== 'running' && 'text' in state && (
        <pre className="whitespace-pre-wrap rounded-card border border-line bg-sunken p-4 font-sans text-14 leading-relaxed">
          {state.text}
        </pre>
      )}
    </section>
  );
}
