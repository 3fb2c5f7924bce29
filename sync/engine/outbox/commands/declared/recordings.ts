/** Recordings, and notices about lost and recovered work. */

export interface RecordingCommands {
  /** checks a file before its import. Throws the codes of `recording.import` except DEVICE_STORAGE_FULL */
  'recording.check': { input: { file: Blob; fileName: string }; output: null };
  /** imports a file as the recording of a meeting: copied to this device first, then queued */
  'recording.import': {
    input: { meetingId: string; file: Blob; fileName: string; language: string };
    output: { id: string };
  };
  /** deletes a whole recording, here and on the server, unless it is restored within some seconds */
  'recording.delete': { input: { id: string }; output: null };
  'recording.restore': { input: { id: string }; output: null };
  /** dismisses the notices about recovered recordings */
  'recovered.read': { input: { ids: string[] }; output: null };
  /** dismisses the notice about data loss on this device */
  'loss.read': { input: Record<string, never>; output: null };
  /**
   * deletes this device's copy of a recording after the server confirms its own. Otherwise throws UPLOAD_INCOMPLETE and
   * uploads it again
   */
  'recording.free': { input: { id: string }; output: null };
}
