/**
 * Loaded before every integration test: Dexie looks for IndexedDB when its module is evaluated, and files share
 * modules.
 */
import 'fake-indexeddb/auto';
