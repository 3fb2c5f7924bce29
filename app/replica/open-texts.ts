/** The texts of open editors, for saving them without the replica. */
const open = new Set<() => string>();

/** `read` returns the text as Markdown. Returns a function that unregisters it. */
export function offerText(read: () => string): () => void {
  open.add(read);
  return () => {
    open.delete(read);
  };
}

export const openTexts = (): string[] => [...open].map((read) => read()).filter((text) => text !== '');
