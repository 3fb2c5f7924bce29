/** The features whose documents follow the access of projects or departments. */
import { agentPlacement } from './agents/publishing';
import { threadPlacement } from './chat/placement';
import { meetingPlacement } from './meetings/placement';
import { notePlacement } from './notes/placement';
import type { Placement } from './placement';

export const placements: readonly Placement[] = [meetingPlacement, notePlacement, threadPlacement, agentPlacement];
