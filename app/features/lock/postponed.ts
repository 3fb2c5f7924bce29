/** Whether the person postponed a required lock because the server was unreachable; until the page reloads. */
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
