/**
 * Live captions of the page's recording: whether they are on, what is on screen, and the lines that are kept.
 *
 *   off ──turn on──► on, not kept: shown and forgotten ──keep──► on, kept: lines with their times in the recording
 *    ▲                 │ the panel is left                          │ stops being kept: the lines are forgotten
 *    └─────────────────┴──── the recording ends ◄───────────────────┘ with kept lines: stored as a draft transcript
 *
 * Each kept line is on the device once it is final: after the end of the browser, the recording is recovered with them.
 */
import type { CaptionLine } from '../../../sync/model/captions';
import { LIMITS } from '../../../sync/model/limits';
import { languageTag } from '../../../sync/model/languages';
import { captionsPlace, hasCaptions, startCaptions, type CaptionsPlace } from './captions';
import { Cell } from './cell';
import { isRecording } from './machine';
import type { Recorder } from './recorder';

export interface CaptionsState {
  /** until it is asked for, what the person may have to accept */
  place: CaptionsPlace;
  isOn: boolean;
  isKept: boolean;
  /** the last words */
  text: string;
  hasFailed: boolean;
}

export interface CaptionsParts {
  recorder: Pick<Recorder, 'state' | 'level'>;
  /** keeps the lines of the recording that runs on the device, all of them; none: forgets them */
  keep: (kept: { recordingId: string; lines: CaptionLine[] }) => void;
  /** stores the lines of a recording that ended; durable on the device when it resolves */
  store: (draft: { meetingId: string; recordingId: string; lines: CaptionLine[] }) => Promise<unknown>;
}

const OFF = { isOn: false, isKept: false, text: '' } as const;

export class CaptionsStore {
  readonly state: Cell<CaptionsState>;
  #lines: CaptionLine[] = [];
  /** of the words that are not final yet: them, and when they began in the recording */
  #interim = '';
  #beganAt = 0;
  #end: (() => void) | null = null;

  constructor(private readonly parts: CaptionsParts) {
    this.state = new Cell<CaptionsState>({ place: hasCaptions() ? 'service' : 'none', ...OFF, hasFailed: false });
  }

  /** Follows the recorder; returns a function that ends it. */
  watch(): () => void {
    const unsubscribe = this.parts.recorder.state.subscribe(this.#follow);
    return () => {
      unsubscribe();
      this.#stop();
    };
  }

  async turn(isOn: boolean): Promise<void> {
    const state = this.parts.recorder.state.get();
    this.#set({ hasFailed: false, text: '' });
    if (!isOn || !isRecording(state)) this.#set({ isOn: false });
    else this.#set({ place: await captionsPlace(languageTag(state.language)), isOn: true });
    this.#follow();
  }

  /** Turns the storing of captions on or off; either deletes the earlier captions. */
  keep(isKept: boolean): void {
    this.#forgetLines();
    this.#interim = '';
    this.#set({ isKept });
  }

  /** Ends captions that are not kept when the person leaves the panel that shows them. */
  leave(): void {
    if (this.state.get().isKept || !this.state.get().isOn) return;
    this.#set(OFF);
    this.#follow();
  }

  readonly #follow = (): void => {
    const recorder = this.parts.recorder.state.get();
    const { isOn, place } = this.state.get();
    if (isOn && place !== 'none' && recorder.phase === 'recording') return this.#start(recorder.language, place);
    this.#stop();
    if (recorder.phase === 'ended') {
      const { meetingId, recordingId, tooShort } = recorder;
      // one that is too short is never transcribed
      if (tooShort) this.#forgetLines();
      const lines = this.#lines;
      this.#reset();
      if (lines.length > 0) void this.parts.store({ meetingId, recordingId, lines });
    } else if (!isRecording(recorder)) this.#reset();
  };

  #start(language: string, place: Exclude<CaptionsPlace, 'none'>): void {
    this.#end ??= startCaptions({
      language: languageTag(language),
      place,
      onText: (text) => this.#set({ text }),
      onInterim: this.#hear,
      onFinal: (text) => {
        this.#hear(text);
        this.#finishLine();
      },
      onFailed: () => {
        this.#stop();
        this.#set({ isOn: false, hasFailed: true });
      },
    });
  }

  #stop(): void {
    this.#finishLine();
    this.#end?.();
    this.#end = null;
  }

  readonly #hear = (text: string): void => {
    if (this.#interim === '') this.#beganAt = this.parts.recorder.level.get().capturedMs;
    this.#interim = text;
  };

  #finishLine(): void {
    // by code points: graphemes would bring the schemas of texts into every page
    const text = [...this.#interim.trim()].slice(0, LIMITS.segmentText.max).join('');
    this.#interim = '';
    if (text === '' || !this.state.get().isKept || this.#lines.length >= LIMITS.captionLines) return;
    const end = Math.max(this.#beganAt, this.parts.recorder.level.get().capturedMs);
    this.#lines = [...this.#lines, { start: Math.round(this.#beganAt), end: Math.round(end), text }];
    this.#keepLines();
  }

  #forgetLines(): void {
    if (this.#lines.length === 0) return;
    this.#lines = [];
    this.#keepLines();
  }

  #keepLines(): void {
    const recorder = this.parts.recorder.state.get();
    if ('recordingId' in recorder) this.parts.keep({ recordingId: recorder.recordingId, lines: this.#lines });
  }

  #reset(): void {
    this.#lines = [];
    this.#interim = '';
    this.#set(OFF);
  }

  #set(fields: Partial<CaptionsState>): void {
    const before = this.state.get();
    if (Object.entries(fields).some(([name, value]) => before[name as keyof CaptionsState] !== value))
      this.state.set({ ...before, ...fields });
  }
}
