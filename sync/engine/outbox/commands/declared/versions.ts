/** Versions of texts. */
import type { KnownVersions, VersionRow } from '../../../storage/device-rows';

export interface VersionCommands {
  /** the versions of a text as this device knows them; null: none. `hasText`: it can be read and restored offline */
  'version.last': {
    input: { contentId: string };
    output: (Omit<KnownVersions, 'states' | 'versions'> & { versions: (VersionRow & { hasText: boolean })[] }) | null;
  };
  /** the Yjs state (base64) of a version that is on this device */
  'version.text': { input: { contentId: string; id: string }; output: { state: string } | null };
  /** stores what the server has listed, newest first, and texts of the newest versions */
  'version.store': {
    input: Omit<KnownVersions, 'states'> & { states: Record<string, string> };
    output: null;
  };
  /** queued as a call: names a version, or with '' removes its name */
  'version.name': { input: { contentId: string; id: string; name: string }; output: null };
  /** queued as a call: stores the text as it stands here under a name; `state`: Yjs state (base64) */
  'version.save': { input: { contentId: string; name: string; state: string }; output: { id: string } };
}
