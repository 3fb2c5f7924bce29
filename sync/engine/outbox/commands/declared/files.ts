/** Files of projects, and project items. */

export interface FileCommands {
  /**
   * Compares a file with those of a project on this device: the same bytes are a duplicate, other bytes under a name that
   * is there may become its new version. `id`: of that file, '' for a new one. Throws as `file.add` does.
   */
  'file.check': {
    input: { projectId: string; file: Blob; name: string };
    output: { state: 'new' | 'duplicate' | 'newVersion'; id: string };
  };
  /**
   * Adds a file to a project, or with `replaces` a new version to a file: stored on this device, then sent, one after
   * another. Throws PROJECT_NOT_FOUND, FILE_NOT_FOUND, NO_PERMISSION, FILE_NAME_REQUIRED, FILE_NAME_LENGTH_EXCEEDED,
   * FILE_TYPE_NOT_SUPPORT, FILE_MAX_LENGTH_EXCEEDED (`maxSize`: megabytes), FILE_CONTENT_EMPTY, FILE_DUPLICATED (`id`,
   * `title`: of the file with these bytes), DEVICE_STORAGE_FULL
   */
  'file.add': {
    input: { projectId: string; file: Blob; name: string; replaces?: string };
    output: { id: string };
  };
  /**
   * Stores a file whose name the file `id` of the project has, until the person has said what it is; the same bytes are
   * stored once. Throws as `file.add` does
   */
  'file.hold': { input: { projectId: string; id: string; file: Blob; name: string }; output: null };
  /**
   * The answer to an undecided file (`id`: of the row on this device): a new version of the file with its name, which is
   * a file of its own where that one is gone; a file under a free name; or neither. Throws as `file.add` does; the file
   * then stays undecided
   */
  'file.decide': { input: { id: string; choice: 'newVersion' | 'keepBoth' | 'skip' }; output: null };
  /** stops sending a file until it is resumed, also after the browser was closed */
  'file.pause': { input: { id: string }; output: null };
  /** sends a paused or failed file on, from the bytes that the server has */
  'file.resume': { input: { id: string }; output: null };
  /** deletes the bytes of a file from this device, unless the server lacks them (FILE_NOT_STORED) */
  'file.free': { input: { id: string }; output: null };
  'item.rename': { input: { id: string; title: string }; output: null };
  /** pages go with their website; a page alone is not moved (PARAM_ERROR) */
  'item.move': { input: { id: string; projectId: string }; output: null };
  /** deletes a file or link with its text, a website with its pages */
  'item.delete': { input: { id: string }; output: null };
  /** takes a deletion back: from this device while the server does not know of it, otherwise queued as a call */
  'item.restore': { input: { id: string; title?: string }; output: { state: 'restored' | 'queued' } };
  /** queued as a call: parses a file again, or reads a link again */
  'item.retry': { input: { id: string }; output: null };
  /** queued as a call: ends the parsing of a file, or the reading of a link */
  'item.cancel': { input: { id: string }; output: null };
  /** whether the bytes of a project's files are kept on this device */
  'project.keep': { input: { id: string; isKept: boolean }; output: null };
}
