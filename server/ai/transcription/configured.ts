/** The transcription provider of an address, combined with a diarization server if one is configured. */
import type { Endpoint } from '../http/request';
import { diarized } from './diarized';
import { openAiCompatible } from './openai-compatible';
import type { TranscriptionProvider } from './provider';

/** @param diarizationUrl undefined if there is none */
export function configuredProvider(
  { endpoint, model }: { endpoint: Endpoint; model: string },
  diarizationUrl: string | undefined,
): TranscriptionProvider {
  const texts = openAiCompatible({ endpoint, model });
  // the key belongs to the transcription address and is not sent to the diarization address
  return diarizationUrl
    ? diarized(
        texts,
        openAiCompatible({ endpoint: { ...endpoint, url: diarizationUrl, apiKey: '' }, model }, { keepEmpty: true }),
      )
    : texts;
}
