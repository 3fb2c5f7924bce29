/**
 * Live events of documents that screens of this browser show, except open texts (texts.ts): progress of work on the
 * server (such as a transcription), the text of an answer while it is generated, and the steps of a research.
 *
 *   screen subscribes ─► lock, seen by all tabs ─► leader subscribes at the server (subscriptions.ts)
 *   event stream ─► leader ─► all tabs ─► screen
 */
import { map, Observable } from 'rxjs';
import type { ResearchStep, ResearchUsed } from '../../model/kinds/researches';
import {
  joinPieces,
  topicKey,
  topicOf,
  type Activity,
  type LiveEvent,
  type LiveMessage,
  type LiveTopic,
  type TextPiece,
} from '../../protocol/live';
import type { Channel, OpenChannel } from '../storage/broadcast';

/** milliseconds for which the last state of a document is shown to a new subscriber; the same as on the server */
const LATEST_MS = 5 * 60_000;
/** most documents whose last state is stored */
const LATEST_MAX = 50;
/** milliseconds for which a document is subscribed to before a screen shows it */
const EXPECTED_MS = 3_000;

/** State of the work on a document, derived from its live events. */
export interface LiveState {
  /** 0 to 1 */
  progress: number | null;
  activity: { activity: Activity; name: string } | null;
  /** the latest contiguous part of the generated text */
  text: TextPiece | null;
  /** the latest STEPS_MAX steps by start; `stepsSince`: start of the current round */
  steps: readonly ResearchStep[];
  stepsSince: number;
  /** use of a research up to its latest step */
  used: ResearchUsed | null;
}
const NOTHING: LiveState = { progress: null, activity: null, text: null, steps: [], stepsSince: 0, used: null };
const STEPS_MAX = 300;

/** Replaces a step with the same id, or appends it. */
export const withStep = (steps: readonly ResearchStep[], step: ResearchStep): ResearchStep[] =>
  steps.some(({ id }) => id === step.id)
    ? steps.map((each) => (each.id === step.id ? step : each))
    : [...steps.slice(1 - STEPS_MAX), step];

/** Adds a step. A step of a new round discards the steps of the earlier one. */
function afterStep(state: LiveState, { since, step, used }: Extract<LiveEvent, { type: 'step' }>): LiveState {
  const before = since === state.stepsSince ? state : { steps: [], used: null };
  return { ...state, steps: withStep(before.steps, step), stepsSince: since, used: used ?? before.used };
}

function after(state: LiveState, event: LiveEvent): LiveState | null {
  switch (event.type) {
    case 'progress':
      return { ...state, progress: event.progress };
    case 'activity':
      return { ...state, activity: { activity: event.activity, name: event.name } };
    case 'text':
      return { ...state, text: joinPieces(state.text ?? undefined, event) };
    case 'step':
      return afterStep(state, event);
    default:
      return null;
  }
}

export class LiveTopics {
  /** observers by topic key, while a screen of this tab shows the document */
  private readonly shown = new Map<string, Set<(state: LiveState) => void>>();
  /** last state by topic key, oldest first: the server sends each event once per browser */
  private readonly latest = new Map<string, { state: LiveState; at: number }>();
  private readonly channel: Channel<LiveMessage>;
  /** functions that release the "seen" locks of this tab, by topic key */
  private readonly seen = new Map<string, () => void>();
  /** functions that end the subscriptions of `expect` */
  private readonly expected = new Set<() => void>();
  private isVisible = true;

  constructor(
    private readonly locks: LockManager,
    openChannel: OpenChannel,
    private readonly scope: string,
    /** called when the topics of this tab changed */
    private readonly changed: () => void,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.channel = openChannel<LiveMessage>(`satchel-live:${scope}`, (message) => this.deliver(message));
  }

  /** Progress of the work on a document, 0 to 1; null before the first event. */
  progress(topic: LiveTopic): Observable<number | null> {
    return this.state(topic).pipe(map(({ progress }) => progress));
  }

  /** Subscribes to the document as long as the observable has a subscriber. */
  state(topic: LiveTopic): Observable<LiveState> {
    const key = topicKey(topic);
    return new Observable((subscriber) => {
      subscriber.next(this.lastOf(key));
      const observe = (state: LiveState): void => subscriber.next(state);
      this.shown.set(key, (this.shown.get(key) ?? new Set()).add(observe));
      const release = this.hold(this.lockOf(key), this.changed);
      this.holdSeen();
      return () => {
        const observers = this.shown.get(key);
        observers?.delete(observe);
        if (observers?.size === 0) this.shown.delete(key);
        release();
        this.holdSeen();
      };
    });
  }

  /**
   * Subscribes to a document whose screen is about to open in this tab. Otherwise short work may end before the screen
   * has subscribed: the server would consider the person absent, and send a notification about a document on screen.
   */
  expect(topic: LiveTopic): void {
    const following = this.state(topic).subscribe();
    const end = (): void => {
      clearTimeout(timer);
      this.expected.delete(end);
      following.unsubscribe();
    };
    const timer = setTimeout(end, EXPECTED_MS);
    this.expected.add(end);
  }

  /** The topics that any tab shows. */
  openAnywhere(): Promise<LiveTopic[]> {
    return this.locked(this.lockOf(''));
  }

  /** The topics that a visible tab shows. */
  seenAnywhere(): Promise<LiveTopic[]> {
    return this.locked(this.seenLockOf(''));
  }

  /** Sets whether the page of this tab is visible. A hidden tab stays subscribed to its topics. */
  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.holdSeen();
  }

  private holdSeen(): void {
    for (const [key, release] of this.seen)
      if (!this.isVisible || !this.shown.has(key)) {
        this.seen.delete(key);
        release();
      }
    if (!this.isVisible) return;
    for (const key of this.shown.keys())
      if (!this.seen.has(key))
        this.seen.set(
          key,
          this.hold(this.seenLockOf(key), () => undefined),
        );
  }

  private async locked(prefix: string): Promise<LiveTopic[]> {
    return ((await this.locks.query()).held ?? []).flatMap(({ name }) =>
      name?.startsWith(prefix) ? (topicOf(name.slice(prefix.length)) ?? []) : [],
    );
  }

  /** Delivers an event of the stream to all tabs. */
  publish(message: LiveMessage): void {
    this.channel.post(message);
    this.deliver(message);
  }

  close(): void {
    for (const end of this.expected) end();
    this.channel.close();
  }

  private deliver({ topic, event }: LiveMessage): void {
    const key = topicKey(topic);
    const state = after(this.lastOf(key), event);
    if (!state) return;
    this.latest.delete(key);
    this.latest.set(key, { state, at: this.now() });
    if (this.latest.size > LATEST_MAX) this.latest.delete(this.latest.keys().next().value!);
    for (const observe of this.shown.get(key) ?? []) observe(state);
  }

  private lastOf(key: string): LiveState {
    const latest = this.latest.get(key);
    return latest && this.now() - latest.at < LATEST_MS ? latest.state : NOTHING;
  }

  private lockOf(key: string): string {
    return `satchel-live:${this.scope}:${key}`;
  }

  private seenLockOf(key: string): string {
    return `satchel-seen:${this.scope}:${key}`;
  }

  /**
   * Holds a lock until the returned function is called or the tab ends. `changed`: called when it is held and released
   */
  private hold(name: string, changed: () => void): () => void {
    const request = new AbortController();
    let release = (): void => request.abort();
    const held = this.locks.request(
      name,
      { mode: 'shared', signal: request.signal },
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
          changed();
        }),
    );
    held.then(
      () => changed(),
      () => undefined,
    );
    return () => release();
  }
}
