/** Yields to other tasks if the current time slice of a long computation is used up; undefined: it is not. */
export type Breathe = () => Promise<void> | undefined;
