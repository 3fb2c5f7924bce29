/** Binds the calls around resumable uploads, declared in sync/protocol. */
import { uploadCalls } from '../../../sync/protocol/uploads';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { RecordingPeaks } from './recording-peaks';
import type { StoredRecordings } from './stored-recordings';
import type { Uploads } from './service';

export const uploadRoutes = (uploads: Uploads, stored: StoredRecordings, peaks: RecordingPeaks): BoundCall[] => [
  bind(uploadCalls.apply, ({ input, actor }) => uploads.apply(actor, input)),
  bind(uploadCalls.finish, ({ input, actor }) => uploads.finish(actor, input)),
  bind(uploadCalls.state, ({ input, actor }) => stored.state(actor, input.recordingId)),
  bind(uploadCalls.peaks, ({ input, actor }) => peaks.read(actor, input.recordingId)),
  bind(uploadCalls.remove, async ({ input, actor }) => {
    await stored.remove(actor, input);
    return {};
  }),
];
