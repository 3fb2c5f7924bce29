/**
 * True while a key belongs to an input method. Safari sends the Enter that ends a composition after `compositionend`, with keyCode 229 alone;
 * the others have `isComposing`. What acts on Enter, Esc or arrows asks this first.
 */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
