/** The texts of open editors, so that a page can save them to a file without the replica. */
const open = new Set<() => string>();

/** `read`: the text as Markdown. Gives a function that forgets it. */
export function offerText(read: () => string): () => void {
  open.add(read);
  return () => { open.delete(read); };
}

export const textsOnScreen = (): string[] => [...open].map((read) => read()).filter((text) => text !== '');
