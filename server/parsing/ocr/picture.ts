/** A picture in which text is looked for. */
export interface Picture {
  /** an encoded image, PNG */
  bytes: Buffer;
  width: number;
  height: number;
}
