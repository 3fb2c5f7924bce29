/** Combines a provider of texts with a provider of speakers (diarization). */
import type { RecognisedSegment, TranscriptionProvider } from './provider';

const overlap = (a: RecognisedSegment, b: RecognisedSegment): number =>
  Math.min(a.end, b.end) - Math.max(a.start, b.start);

/**
 * Assigns each segment the speaker with the largest overlap in time. Segments without times or without overlap get none.
 */
export function withSpeakers(texts: RecognisedSegment[], turns: RecognisedSegment[]): RecognisedSegment[] {
  return texts.map((text) => {
    if (text.start < 0 || text.speaker) return text;
    const shared = new Map<string, number>();
    for (const turn of turns) {
      const ms = turn.start < 0 || !turn.speaker ? 0 : overlap(text, turn);
      if (ms > 0) shared.set(turn.speaker, (shared.get(turn.speaker) ?? 0) + ms);
    }
    let speaker = '';
    let most = 0;
    for (const [name, ms] of shared) if (ms > most) [speaker, most] = [name, ms];
    return { ...text, speaker };
  });
}

/** Requests both in parallel. If the speakers fail, the whole part fails: a retry may return both. */
export function diarized(texts: TranscriptionProvider, turns: TranscriptionProvider): TranscriptionProvider {
  return {
    name: texts.name,
    model: texts.model,
    async transcribe(part, options) {
      const [said, spoken] = await Promise.all([
        texts.transcribe(part, options),
        turns.transcribe(part, { ...options, prompt: '' }),
      ]);
      return withSpeakers(said, spoken);
    },
  };
}
