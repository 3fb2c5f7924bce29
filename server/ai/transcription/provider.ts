/** Interface of transcription providers. Domain code depends on this interface and not on types of a vendor. */

/** One audio file to recognise. */
export interface AudioPart {
  bytes: Uint8Array;
  mimeType: string;
  fileName: string;
  /** milliseconds; 0 if unknown */
  durationMs: number;
}

/** One recognised utterance. Times are milliseconds from the start of the part; -1 if the provider gave none. */
export interface RecognisedSegment {
  start: number;
  end: number;
  text: string;
  /** the provider's label within this part, '' for none; labels of different parts are unrelated */
  speaker: string;
  /** probability of silence; null if the provider gives none */
  noSpeech: number | null;
  /** mean log probability of the tokens; null if the provider gives none */
  logProb: number | null;
}

export interface RecogniseOptions {
  /** interface language: en, zh_hans, zh_hant, ja, ko */
  language: string;
  /** words that help the recogniser, '' for none */
  prompt: string;
  signal: AbortSignal;
}

export interface TranscriptionProvider {
  /** stored as the transcript's `provider`; never an address with a key */
  name: string;
  model: string;
  /** Throws ProviderFailure. */
  transcribe(part: AudioPart, options: RecogniseOptions): Promise<RecognisedSegment[]>;
}
