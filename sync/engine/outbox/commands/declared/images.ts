/** Images of texts. */

export interface ImageCommands {
  /**
   * Stores an image of a text, to be shown here at once and sent later. Throws NOTE_NOT_FOUND, NOTE_EDIT_DENIED, FILE_TYPE_NOT_SUPPORT,
   * FILE_MAX_LENGTH_EXCEEDED, DEVICE_STORAGE_FULL
   */
  'image.add': { input: { contentId: string; file: Blob }; output: { id: string; width: number; height: number } };
  /**
   * Gives a text copies of its own of images of other texts, as far as the person may read them and they can be read now.
   * `from`: the text of an image, '' if it is not known. Returns the ids of the copies by id
   */
  'image.copy': {
    input: { contentId: string; images: { id: string; from: string }[] };
    output: { copies: Record<string, string> };
  };
}
