import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';
import { finishClientBuild } from './scripts/offline-build';

const app = fileURLToPath(new URL('./app/', import.meta.url));

export default defineConfig({
  plugins: [tailwindcss(), !process.env['VITEST'] && remix({ ...remixConfig, buildEnd: finishClientBuild })],
  resolve: { alias: [{ find: /^~\//, replacement: app }], dedupe: ['react', 'react-dom', 'yjs'] },
  worker: { format: 'es' },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  // Workers are built for browsers that know modules; their dependencies are bundled like the page's.
  optimizeDeps: { exclude: ['lamejs'] },
  server: { watch: { ignored: ['**/data/**', '**/build/**', '**/.cache/**'] } },
});
