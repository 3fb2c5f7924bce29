/** Publishes the text of an answer on the live channel of its question, in pieces of at most one every 50 ms. */
import type { LiveEvent } from '../../../sync/protocol/live';

/** milliseconds between two pieces */
const PIECE_MS = 50;

export class LiveText {
  private sent = 0;
  private text = '';
  private timer: ReturnType<typeof setTimeout> | null = null;
  private sentAt = -Infinity;

  constructor(private readonly publish: (event: LiveEvent) => void) {}

  /** Starts again with an empty text, which replaces the text of an earlier attempt on devices. */
  reset(): void {
    this.stop();
    this.text = '';
    this.sent = 0;
    this.publish({ type: 'text', from: 0, text: '' });
  }

  add(piece: string): void {
    if (piece === '') return;
    this.text += piece;
    if (this.timer) return;
    const wait = this.sentAt + PIECE_MS - performance.now();
    if (wait <= 0) this.flush();
    else this.timer = setTimeout(() => this.flush(), wait);
  }

  /** Publishes the unsent rest without delay. */
  flush(): void {
    this.stop();
    if (this.text.length === this.sent) return;
    this.publish({ type: 'text', from: this.sent, text: this.text.slice(this.sent) });
    this.sent = this.text.length;
    this.sentAt = performance.now();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}
