/** What a transcription provider is. Domain code knows this and no vendor's types. */

/** One file to be recognised. */
export interface AudioPart {
  bytes: Uint8Array;
  mimeType: string;
  fileName: string;
  /** milliseconds; 0 where it is not known */
  durationMs: number;
}

/** One recognised utterance. Times are milliseconds from the start of the part; -1 where the provider gave none. */
export interface RecognisedSegment {
  start: number;
  end: number;
  text: string;
  /** the provider's label within this part, '' for none; labels of two parts have nothing to do with each other */
  speaker: string;
  /** probability that nobody speaks, null where the provider does not say */
  noSpeech: number | null;
  /** mean log probability of the tokens, null where the provider does not say */
  logProb: number | null;
}

export interface RecogniseOptions {
  /** interface language: en, zh_hans, zh_hant, ja, ko */
  language: string;
  /** words the recogniser should know, '' for none */
  prompt: string;
  signal: AbortSignal;
}

export interface TranscriptionProvider {
  /** for the transcript's `provider`, never an address with a key */
  name: string;
  model: string;
  /** Throws ProviderFailure. */
  transcribe(part: AudioPart, options: RecogniseOptions): Promise<RecognisedSegment[]>;
}

/**
 * Why a provider gave nothing.
 *  - `tooLarge`    it may take a shorter part
 *  - `busy`        later, at the earliest after `retryAfterMs`
 *  - `unavailable` no answer, or 5xx: later
 *  - `malformed`   an answer nobody can read: perhaps later
 *  - `refused`     it will not take this as long as nobody changes the settings
 */
export type FailureKind = 'tooLarge' | 'busy' | 'unavailable' | 'malformed' | 'refused';

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}
