import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { pdfViewer } from './scripts/pdf-viewer';
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

/** KaTeX offers its fonts in three formats: every browser that Satchel supports reads the first. */
const oneFontFormat: Plugin = {
  name: 'satchel:one-font-format',
  enforce: 'pre',
  transform: (code, id) =>
    /[\\/]katex[\\/]dist[\\/].*\.css/.test(id)
      ? { code: code.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, ''), map: null }
      : null,
};

/**
 * react-aria says what it does (how to drag, what is selected) in 34 languages, all of which would load and be kept on
 * the device: those that Satchel does not speak are empty.
 */
const SPOKEN = /[\\/](en-US|ja-JP|ko-KR|zh-CN|zh-TW)\.mjs$/;
const spokenLanguagesOnly: Plugin = {
  name: 'satchel:spoken-languages-only',
  enforce: 'pre',
  load: (id) =>
    /[\\/]react-(aria|stately|aria-components)[\\/]dist[\\/]private[\\/]intl[\\/].*[a-z]{2}-[A-Z]{2}\.mjs$/.test(id) &&
    !SPOKEN.test(id)
      ? 'export default {};'
      : null,
};

/**
 * The notices of packages (copyright and license) in one file beside the chunks, which would say the same of each icon again and again.
 * After everything else: the comments that are left then are notices.
 */
const NOTICE = /\/\*[*!](?:(?!\*\/)[\s\S])*\*\/\n?/g;
function noticesApart(): Plugin {
  const notices = new Set<string>();
  return {
    name: 'satchel:notices-apart',
    renderChunk: {
      order: 'post',
      handler(code) {
        for (const [notice] of code.matchAll(NOTICE)) notices.add(notice.trim());
        return { code: code.replace(NOTICE, ''), map: null };
      },
    },
    generateBundle() {
      if (notices.size > 0)
        this.emitFile({ type: 'asset', name: 'licenses.txt', source: `${[...notices].sort().join('\n\n')}\n` });
    },
  };
}

/**
 * Modules that the frame always loads and routes use too: by default each would be a file of its own, which compresses
 * badly. The sign-in needs none of them. Icons of several screens count too: one alone is joined to a large neighbour,
 * which its screens then load.
 */
const FRAME_ICONS = [
  'bell',
  'check',
  'check-check',
  'chevron-down',
  'circle-check',
  'circle-exclamation-point',
  'circle-question-mark',
  'cloud-off',
  'file-text',
  'folder',
  'folder-plus',
  'globe',
  'hard-drive',
  'info',
  'link-2',
  'mic',
  'minus',
  'paperclip',
  'pause',
  'play',
  'plus',
  'refresh-cw',
  'shield-check',
  'trash',
  'triangle-exclamation-point',
  'undo-2',
  'x',
];
const FRAME_PARTS = [
  'avatar',
  'banner',
  'button',
  'dialog',
  'float',
  'icon-button',
  'kbd',
  'menu',
  'popover',
  'progress',
  'relative-time',
  'sheet',
  'skeleton',
  'toast',
  'tooltip',
];
/** The modules that every document with scripts loads first, in one file: separate small files compress badly, and each is a request. */
const FIRST =
  /[\\/](app[\\/](paths|i18n[\\/](client|dynamic-keys|languages|namespaces|options)|features[\\/](shell[\\/]first-paint|update[\\/](stale-bundle|busy)|install[\\/]install-offer))|sync[\\/]protocol[\\/](workspace-paths|own-address))\.ts$/;
const chunkOf = (id: string): string | undefined => {
  if (FIRST.test(id)) return 'first';
  const icon = /[\\/]lucide-react[\\/].*[\\/]icons[\\/]([\w-]+)\.m?js$/.exec(id)?.[1];
  if (icon && FRAME_ICONS.includes(icon)) return 'frame-icons';
  // rollup joins a module of a few lines to a neighbour: the editor loaded the lists' selection and their windowing with it
  if (/[\\/]sync[\\/]model[\\/]html-text\.ts$/.test(id)) return 'frame-parts';
  // with its icons: by itself it is so small that it would be joined to the packages, which the sign-in loads
  if (/[\\/]shell[\\/]kind-icons\.ts$/.test(id)) return 'frame-icons';
  // of the editor and of other screens: without a name they are joined to an overlay and to what a missing document
  // shows, which the editor loaded with them
  if (/[\\/](sync[\\/]model[\\/]picture|image-urls)\.ts$/.test(id)) return 'pictures';
  // each language's is loaded when templates are shown; without a name it takes in modules that other screens share
  const texts = /[\\/]sync[\\/]model[\\/]summary-templates[\\/](\w+)\.json$/.exec(id)?.[1];
  if (texts) return `summary-templates-${texts}`;
  const part = /[\\/]app[\\/]ui[\\/]\w+[\\/]([\w-]+)\.tsx$/.exec(id)?.[1];
  return part && FRAME_PARTS.includes(part) ? 'frame-parts' : undefined;
};

/**
 * Packages of which the screens take a part of very many modules: a start of the server read all of them, which took
 * half of its time. Built in, what is not used is left out. In development they stay apart, as Vite would read them one
 * by one.
 */
const TAKEN_IN_PART =
  /^(lucide-react|react-aria|react-aria-components|react-stately|@internationalized\/.*|@react-aria\/.*|@react-stately\/.*)$/;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    stylesFromFilesOnly,
    spokenLanguagesOnly,
    oneFontFormat,
    tailwindcss(),
    !process.env['VITEST'] && remix({ ...remixConfig, buildEnd: finishClientBuild }),
    !isSsrBuild && noticesApart(),
    !isSsrBuild && pdfViewer(),
  ],
  resolve: { alias: [{ find: /^~\//, replacement: app }], dedupe: ['react', 'react-dom', 'yjs'] },
  ssr: command === 'build' ? { noExternal: [TAKEN_IN_PART] } : {},
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    ...(isSsrBuild
      ? {}
      : {
          rollupOptions: {
            output: { experimentalMinChunkSize: 1_000, manualChunks: chunkOf, onlyExplicitManualChunks: true },
          },
        }),
  },
  // Workers are built for browsers that know modules; their dependencies are bundled like the page's.
  optimizeDeps: { exclude: ['lamejs', 'sonner'] },
  server: { watch: { ignored: [fileURLToPath(new URL('./data/**', import.meta.url)), '**/build/**', '**/.cache/**'] } },
}));
