/** All declared calls of the core service that this folder serves, for routes, the typed client and the OpenAPI document. */
import type { CallDefinition } from '../../sync/protocol/call';
import { uploadCalls } from '../../sync/protocol/uploads';
import { dashboardCalls } from './dashboard/contract';
import { fileCalls } from './files/contract';
import { livePageAdminCalls } from './livepages/contract';
import { meetingCalls } from './meetings/contract';
import { messageCalls } from './messages/contract';
import { noteCalls } from './notes/contract';
import { projectCalls } from './projects/contract';
import { trafficCalls } from './traffic/contract';

export const coreCalls: CallDefinition[] = [projectCalls, noteCalls, meetingCalls, uploadCalls, fileCalls, messageCalls, dashboardCalls, trafficCalls, livePageAdminCalls].flatMap((calls) => Object.values(calls) as CallDefinition[]);
