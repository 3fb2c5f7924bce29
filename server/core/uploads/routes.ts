/** The two calls around a resumable upload, declared in sync/protocol. */
import { uploadCalls } from '../../../sync/protocol/uploads';
import { bind, type BoundCall } from '../../platform/http/feature';
import type { Uploads } from './service';

export const uploadRoutes = (uploads: Uploads): BoundCall[] => [
  bind(uploadCalls.apply, ({ input, actor }) => uploads.apply(actor, input)),
  bind(uploadCalls.finish, ({ input, actor }) => uploads.finish(actor, input)),
];
