export type Translate = (key: string, options?: Record<string, unknown>) => string;

/** `t` for keys that are made of data, which its type cannot check. */
export const dynamicKeys = (t: unknown): Translate => t as Translate;
