/** The transcription provider of an address, with speakers from another one where there is one. */
import type { Endpoint } from '../http/request';
import { diarized } from './diarized';
import { openAiCompatible } from './openai-compatible';
import type { TranscriptionProvider } from './provider';

/** @param diarizationUrl undefined for none */
export function configuredProvider(
  { endpoint, model }: { endpoint: Endpoint; model: string },
  diarizationUrl: string | undefined,
): TranscriptionProvider {
  const texts = openAiCompatible({ endpoint, model });
  // The key is a secret of the transcription address; the diarization address gets none.
  return diarizationUrl
    ? diarized(
        texts,
        openAiCompatible({ endpoint: { ...endpoint, url: diarizationUrl, apiKey: '' }, model }, { keepEmpty: true }),
      )
    : texts;
}
