/** Files of projects, and project items. */

export interface FileCommands {
  /**
   * Compares a file with the files of a project on this device: equal bytes are a duplicate; other bytes under the name
   * of an existing file may become its new version. `id`: that file, '' for a new one. Throws the codes of `file.add`
   */
  'file.check': {
    input: { projectId: string; file: Blob; name: string };
    output: { state: 'new' | 'duplicate' | 'newVersion'; id: string };
  };
  /**
   * Adds a file to a project, or with `replaces` a new version to a file: stores it on this device and queues the
   * upload. Throws PROJECT_NOT_FOUND, FILE_NOT_FOUND, NO_PERMISSION, FILE_NAME_REQUIRED, FILE_NAME_LENGTH_EXCEEDED,
   * FILE_TYPE_NOT_SUPPORT, FILE_MAX_LENGTH_EXCEEDED (`maxSize`: megabytes), FILE_CONTENT_EMPTY, FILE_DUPLICATED (`id`,
   * `title`: of the file with these bytes), DEVICE_STORAGE_FULL
   */
  'file.add': {
    input: { projectId: string; file: Blob; name: string; replaces?: string };
    output: { id: string };
  };
  /**
   * Stores a file with the name of the project's file `id` until the person decides what to do with it; equal bytes are
   * stored once. Throws the codes of `file.add`
   */
  'file.hold': { input: { projectId: string; id: string; file: Blob; name: string }; output: null };
  /**
   * Decides on a stored file (`id`: of the row on this device): a new version of the file with its name, or a file of
   * its own if that one was deleted; a file under a free name; or delete it. Throws the codes of `file.add`; the file
   * then stays undecided
   */
  'file.decide': { input: { id: string; choice: 'newVersion' | 'keepBoth' | 'skip' }; output: null };
  /** pauses the upload of a file until it is resumed, also after the browser was closed */
  'file.pause': { input: { id: string }; output: null };
  /** continues the upload of a paused or failed file, from the server's offset */
  'file.resume': { input: { id: string }; output: null };
  /** deletes the bytes of a file from this device, unless the server lacks them (FILE_NOT_STORED) */
  'file.free': { input: { id: string }; output: null };
  'item.rename': { input: { id: string; title: string }; output: null };
  /** moves an item; pages move with their website, and a page alone cannot be moved (PARAM_ERROR) */
  'item.move': { input: { id: string; projectId: string }; output: null };
  /** deletes a file or link with its text, a website with its pages */
  'item.delete': { input: { id: string }; output: null };
  /** undoes a deletion: on this device if the server does not know of it, otherwise by a queued call */
  'item.restore': { input: { id: string; title?: string }; output: { state: 'restored' | 'queued' } };
  /** queued as a call: parses a file again, or reads a link again */
  'item.retry': { input: { id: string }; output: null };
  /** queued as a call: cancels the parsing of a file, or the reading of a link */
  'item.cancel': { input: { id: string }; output: null };
  /** sets whether the bytes of a project's files stay on this device */
  'project.keep': { input: { id: string; isKept: boolean }; output: null };
}
