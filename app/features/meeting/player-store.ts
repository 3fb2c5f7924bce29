/**
 * Plays a meeting's recordings on one audio element. The transcript follows it, and a click on the transcript seeks. The
 * time is a separate store, so that only its subscribers render.
 */
export interface PlayerSnapshot {
  recordingId: string;
  playing: boolean;
  /** seconds */
  duration: number;
  rate: number;
  error: boolean;
  /** whether the person wants to play: a large recording is not fetched before */
  wanted: boolean;
  /** id of the participant whose sample plays, '' for none */
  sample: string;
}

const NOTHING: PlayerSnapshot = {
  recordingId: '',
  playing: false,
  duration: 0,
  rate: 1,
  error: false,
  wanted: false,
  sample: '',
};

type Recording = { id: string; durationMs: number };

export class PlayerStore {
  #snapshot = NOTHING;
  #audio: HTMLAudioElement | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #timeListeners = new Set<() => void>();
  /** position to seek to once another recording has loaded, seconds */
  #pendingSeek: number | null = null;
  #pendingPlay = false;
  /** end of the current sample in seconds, and the position before it */
  #sampleEnd = 0;
  #before: { recording: Recording; ms: number } | null = null;

  readonly get = (): PlayerSnapshot => this.#snapshot;
  /** milliseconds in the current recording */
  readonly getTime = (): number => Math.round((this.#audio?.currentTime ?? 0) * 1000);
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly subscribeTime = (listener: () => void): (() => void) => {
    this.#timeListeners.add(listener);
    return () => this.#timeListeners.delete(listener);
  };

  /** Attaches to the page's audio element; returns a function that detaches. */
  attach(audio: HTMLAudioElement): () => void {
    this.#audio = audio;
    const over = new AbortController();
    const on = (type: string, listener: () => void): void =>
      audio.addEventListener(type, listener, { signal: over.signal });
    const time = (): void => this.#timeListeners.forEach((listener) => listener());
    on('play', () => this.#set({ playing: true }));
    on('pause', () => {
      this.#set({ playing: false });
      // ignore the pause before the next sample: its event arrives after that sample was requested
      if (audio.paused && !this.#pendingPlay) this.stopSample();
    });
    on('ended', () => this.#set({ playing: false }));
    on('error', () => this.#set({ error: Boolean(audio.error), playing: false, sample: '' }));
    on('durationchange', () => Number.isFinite(audio.duration) && this.#set({ duration: audio.duration }));
    on('loadedmetadata', () => {
      this.#set({ error: false });
      audio.playbackRate = this.#snapshot.rate;
      audio.preservesPitch = true;
      if (this.#pendingSeek !== null) audio.currentTime = this.#pendingSeek;
      this.#pendingSeek = null;
      if (this.#pendingPlay) void audio.play().catch(() => undefined);
      this.#pendingPlay = false;
    });
    on('timeupdate', () => {
      if (this.#snapshot.sample && !this.#pendingPlay && audio.currentTime >= this.#sampleEnd) this.stopSample();
      time();
    });
    on('seeking', time);
    return () => {
      over.abort();
      audio.pause();
      this.#audio = null;
    };
  }

  /** @param durationMs length if known before loading, 0 if unknown */
  select(recordingId: string, durationMs: number): void {
    if (recordingId !== this.#snapshot.recordingId)
      this.#set({ recordingId, duration: durationMs / 1000, playing: false, error: false, wanted: false });
  }

  toggle(): void {
    if (!this.#audio) return;
    if (this.#audio.paused) this.#play();
    else this.#audio.pause();
  }

  /** Plays now, or when the recording has loaded. */
  #play(): void {
    const audio = this.#audio!;
    this.#set({ wanted: true });
    if (audio.src === '') this.#pendingPlay = true;
    else void audio.play().catch(() => this.#set({ error: Boolean(audio.error) }));
  }

  /** Seeks to a position in milliseconds, in another recording if given. */
  seek(ms: number, recording?: Recording, play = false): void {
    if (this.#snapshot.sample) this.#set({ sample: '' });
    this.#seek(ms, recording, play);
  }

  /** Plays a few seconds of a recording, and then returns to the earlier position. */
  playSample(participantId: string, recording: Recording, startMs: number, endMs: number): void {
    const { sample, recordingId, duration } = this.#snapshot;
    if (!sample) this.#before = { recording: { id: recordingId, durationMs: duration * 1000 }, ms: this.getTime() };
    this.#sampleEnd = endMs / 1000;
    this.#set({ sample: participantId });
    this.#seek(startMs, recording, true);
  }

  stopSample(): void {
    if (!this.#snapshot.sample) return;
    this.#pendingPlay = false;
    this.#set({ sample: '' });
    this.#audio?.pause();
    if (this.#before) this.#seek(this.#before.ms, this.#before.recording);
    this.#before = null;
  }

  #seek(ms: number, recording?: Recording, play = false): void {
    const seconds = Math.max(0, ms / 1000);
    if (recording && recording.id !== this.#snapshot.recordingId) {
      this.#pendingSeek = seconds;
      this.#pendingPlay = play;
      this.select(recording.id, recording.durationMs);
      this.#set({ wanted: true });
      return;
    }
    if (!this.#audio) return;
    if (this.#audio.readyState === 0) this.#pendingSeek = seconds;
    else this.#audio.currentTime = seconds;
    this.#set({ wanted: true });
    if (play) this.#play();
    this.#timeListeners.forEach((listener) => listener());
  }

  skip(ms: number): void {
    this.seek(this.getTime() + ms);
  }

  setRate(rate: number): void {
    if (this.#audio) this.#audio.playbackRate = rate;
    this.#set({ rate });
  }

  #set(patch: Partial<PlayerSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...patch };
    this.#listeners.forEach((listener) => listener());
  }
}

/** The segment at a time: the last that began, or '' before the first. `starts` ascend. */
export function segmentAt(starts: readonly { id: string; start: number }[], ms: number): string {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]!.start <= ms) low = middle + 1;
    else high = middle;
  }
  return low ? starts[low - 1]!.id : '';
}
