/**
 * The blob of a part of a handed-over recording. The ids are prefixed: they may begin with a character that blob keys
 * may not begin with.
 */
export const blobKey = (handoverId: string, recordingId: string, offset: number): string =>
  `handover/${handoverId}/r${recordingId}/${offset}`;
