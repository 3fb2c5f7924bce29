/**
 * True for a key that belongs to an input method. Safari sends the Enter that ends a composition after
 * `compositionend`, with keyCode 229 and `isComposing` false; other browsers set `isComposing`. Every handler of Enter,
 * Esc or the arrow keys checks this first.
 */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;
