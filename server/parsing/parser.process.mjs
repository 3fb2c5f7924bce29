// The parser is TypeScript: this registers the hooks that read it first. The build has one file instead of both.
import { register as registerHooks } from 'node:module';
import { register } from 'tsx/esm/api';

register();
registerHooks('./parser-hooks.mjs', import.meta.url);
await import('./parser.process.ts');
