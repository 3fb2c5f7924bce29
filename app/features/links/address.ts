/** Addresses that people paste. */
import { linkAddress } from '../../../sync/model/link-address';

/**
 * A pasted text that is nothing but an address, in its normal form; null for another one. A bare name is not taken for
 * one: it may be a file.
 */
export const pastedAddress = (text: string): string | null =>
  /^https?:\/\/\S+$/i.test(text.trim()) ? linkAddress(text) : null;
