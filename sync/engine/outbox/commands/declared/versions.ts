/** Versions of texts. */
import type { KnownVersions, VersionRow } from '../../../storage/device-rows';

export interface VersionCommands {
  /** stored versions of a text; null if there are none. `hasText`: can be read and restored offline */
  'version.last': {
    input: { contentId: string };
    output: (Omit<KnownVersions, 'states' | 'versions'> & { versions: (VersionRow & { hasText: boolean })[] }) | null;
  };
  /** the Yjs state (base64) of a version stored on this device */
  'version.text': { input: { contentId: string; id: string }; output: { state: string } | null };
  /** stores the server's list, newest first, and the texts of the newest versions */
  'version.store': {
    input: Omit<KnownVersions, 'states'> & { states: Record<string, string> };
    output: null;
  };
  /** queued as a call: names a version; '' removes its name */
  'version.name': { input: { contentId: string; id: string; name: string }; output: null };
  /** queued as a call: saves the present text under a name; `state`: Yjs state (base64) */
  'version.save': { input: { contentId: string; name: string; state: string }; output: { id: string } };
}
