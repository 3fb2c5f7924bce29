/** Yields to other tasks when the current slice of a long work is used up. */
export type Breathe = () => Promise<void> | undefined;
