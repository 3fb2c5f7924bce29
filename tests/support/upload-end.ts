/** A process that is one end of an upload: `server` or `device`. */
import { serveParent } from './child-end';
import { openUploadDevice } from './upload-device';
import { openUploadServer } from './upload-server';

serveParent(
  (process.argv[2] === 'server' ? openUploadServer : openUploadDevice) as (...args: never[]) => Promise<object>,
);
