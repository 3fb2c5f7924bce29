/** Whether the person set a required lock aside, as the server could not be reached; until the page is loaded again. */
let postponed = false;
let heard: () => void = () => undefined;

export const isPostponed = (): boolean => postponed;
export const onPostponed = (listener: () => void): void => {
  heard = listener;
};
export function postpone(): void {
  postponed = true;
  heard();
}
