// The worker is TypeScript, and on Node 20 a thread does not inherit the hooks that read it: this registers them first.
import { register } from 'tsx/esm/api';

register();
await import('./pglite.worker.ts');
