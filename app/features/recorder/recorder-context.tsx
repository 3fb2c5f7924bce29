import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { setBusy } from '~/replica/busy';
import { run } from '~/replica/client';
import { useAccount } from '~/replica/hooks';
import { toast } from '~/ui/feedback/toast';
import { notifySystem, playAlert } from './alerts';
import type { CaptionsStore } from './captions-store';
import { Cell } from './cell';
import { clockText } from './format';
import { LeaveGuard } from './leave-guard';
import { isRecording, type RecorderState } from './machine';
import { Recorder } from './recorder';
import { offerRecorder } from './running';
import { useCell } from './use-cell';

export const RecorderContext = createContext<Recorder | null>(null);
const CaptionsContext = createContext<LoadedCaptions | null>(null);

/** the toast of an input that was lost, or of a recording that ended by itself */
const ATTENTION = 'recorder-attention';

/** Captions are loaded when a panel first offers them, and outlive it. */
interface LoadedCaptions {
  store: Cell<CaptionsStore | null>;
  load(): Promise<void>;
  /** ends them, if they were loaded */
  end(): void;
}

/** Owns the page's recorder. Mounted above the routes of the workspace, so that a recording survives navigation. */
export function RecorderProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('recorder');
  const account = useAccount();
  // The recorder is created once and reads current values when it needs them.
  const current = useRef({ account, t });
  current.current = { account, t };
  const [recorder] = useState(
    () =>
      new Recorder({
        account: async () => current.current.account ?? null,
        updateMeeting: (patch) => run('meeting.update', patch),
        onGap: ({ atMs, lostMs }) =>
          toast.message(current.current.t('gap', { at: clockText(atMs), lost: clockText(lostMs) }), {
            id: 'recorder-gap',
            duration: 12_000,
          }),
        onResumed: () => toast.dismiss(ATTENTION),
        onAttention: (what) => {
          const text = current.current.t;
          playAlert();
          notifySystem(text(`attention.${what}.title`), text(`attention.${what}.text`));
          if (what === 'limit')
            toast.message(text('attention.limit.title'), { description: text('attention.limit.text') });
          else
            toast.error(text(`attention.${what}.title`), {
              id: ATTENTION,
              description: text(`attention.${what}.text`),
              duration: 12_000,
            });
        },
      }),
  );
  const [captions] = useState((): LoadedCaptions => {
    const store = new Cell<CaptionsStore | null>(null);
    let end = (): void => {};
    const load = async (): Promise<void> => {
      const loaded = await import('./captions-store');
      if (store.get()) return;
      const made = new loaded.CaptionsStore({
        recorder,
        // the lines are in memory until the end of the recording, which tells whether they are stored
        keep: (kept) => void run('transcript.keepCaptions', kept).catch(() => undefined),
        store: (draft) =>
          run('transcript.draft', draft).then(
            () => toast.message(current.current.t('captions.stored')),
            () => toast.error(current.current.t('captions.notStored')),
          ),
      });
      // beyond the panel: the recording may end on another screen
      end = made.watch();
      store.set(made);
    };
    return { store, load, end: () => end() };
  });
  useEffect(() => recorder.watch(), [recorder]);
  useEffect(() => captions.end, [captions]);
  useEffect(() => offerRecorder(recorder), [recorder]);
  return (
    <RecorderContext.Provider value={recorder}>
      <BusyWhileRecording recorder={recorder} />
      <LeaveGuard recorder={recorder} />
      <CaptionsContext.Provider value={captions}>{children}</CaptionsContext.Provider>
    </RecorderContext.Provider>
  );
}

/** No reload of the page while a recording runs; the update banner says that it waits. */
function BusyWhileRecording({ recorder }: { recorder: Recorder }) {
  const running = isRecording(useCell(recorder.state));
  useEffect(() => {
    setBusy('recorder', running ? 'recording' : null);
    return () => setBusy('recorder', null);
  }, [running]);
  return null;
}

export function useRecorder(): Recorder {
  const recorder = useContext(RecorderContext);
  if (!recorder) throw new Error('useRecorder needs a RecorderProvider above it');
  return recorder;
}
/** Null until they are loaded. */
export function useCaptions(): CaptionsStore | null {
  const captions = useContext(CaptionsContext);
  if (!captions) throw new Error('useCaptions needs a RecorderProvider above it');
  const loaded = useCell(captions.store);
  useEffect(() => {
    // without them the panel offers no captions
    if (!captions.store.get()) captions.load().catch((error: unknown) => console.warn('no captions', error));
  }, [captions]);
  return loaded;
}
export const useRecorderState = (): RecorderState => useCell(useRecorder().state);
export const useIsRecording = (): boolean => isRecording(useRecorderState());
/** another window of this browser is recording */
export const useRecordingElsewhere = (): boolean => useCell(useRecorder().elsewhere);
