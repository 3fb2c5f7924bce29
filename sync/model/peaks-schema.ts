/** Schema of peaks; separate from `peaks.ts`, so that the encoder's worker and the player do not load valibot. */
import * as v from 'valibot';
import { base64Of } from './base64';
import { whole } from './numbers';
import { FINEST_MS, PEAKS_MAX, type Peaks } from './peaks';

const DAY_MS = 24 * 60 * 60 * 1000;

export const PeaksSchema: v.GenericSchema<Peaks> = v.object({
  everyMs: whole({ min: FINEST_MS, max: DAY_MS }),
  levels: base64Of(PEAKS_MAX),
});
