import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import remixConfig from './remix.config.js';
import { finishClientBuild } from './scripts/offline-build';

const app = fileURLToPath(new URL('./app/', import.meta.url));

/**
 * Sonner writes its style sheet into the page, which a strict content security policy refuses. It comes with ours instead (app/ui/app.css).
 */
const stylesFromFilesOnly: Plugin = {
  name: 'satchel:styles-from-files-only',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]sonner[\\/]dist[\\/]index\.(m?js)/.test(id)) return null;
    return { code: code.replace(/^__insertCSS\(".*"\);?$/m, ''), map: null };
  },
};

export default defineConfig({
  plugins: [stylesFromFilesOnly, tailwindcss(), !process.env['VITEST'] && remix({ ...remixConfig, buildEnd: finishClientBuild })],
  resolve: { alias: [{ find: /^~\//, replacement: app }], dedupe: ['react', 'react-dom', 'yjs'] },
  worker: { format: 'es' },
  build: { target: 'es2022', sourcemap: false, assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  // Workers are built for browsers that know modules; their dependencies are bundled like the page's.
  optimizeDeps: { exclude: ['lamejs', 'sonner'] },
  server: { watch: { ignored: ['**/data/**', '**/build/**', '**/.cache/**'] } },
});
