import type { Plugin } from 'prosemirror-state';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '~/features/note/leave-guard';
import { NoteTitleField } from '~/features/note/note-title';
import { NoteEditor } from '~/features/note-editor/note-editor';
import { WritingSkeleton } from '~/features/note-editor/writing-skeleton';
import { run } from '~/replica/client';
import { Banner } from '~/ui/feedback/banner';
import type { Canvas } from '../../../sync/model/kinds/canvases';
import { RevisePanel } from './revise-panel';
import type { CanvasEditor } from './use-canvas-editor';
import './canvas.css';

/** The plugin that draws formulas; undefined while its module is loading. */
function useFormulas(): readonly Plugin[] | undefined {
  const [plugins, setPlugins] = useState<readonly Plugin[]>();
  useEffect(() => {
    import('./formulas-plugin').then(
      ({ formulasPlugin }) => setPlugins([formulasPlugin()]),
      // offline, and the module was never loaded: formulas stay text
      () => setPlugins([]),
    );
  }, []);
  return plugins;
}

/** The title and text of a canvas, and the panel that revises the text. */
export function CanvasDocument({ canvas, editor }: { canvas: Canvas; editor: CanvasEditor }) {
  const { t } = useTranslation(['canvas', 'note']);
  const plugins = useFormulas();
  const isWritable = canvas.abilities.includes('update');
  return (
    <div className="mx-auto flex w-full max-w-[calc(var(--writing)+3rem)] flex-col gap-3 px-4 py-6 md:px-6">
      {!isWritable && <Banner>{t('canvas:reader')}</Banner>}
      {isWritable && (
        <div className="print:hidden">
          <RevisePanel canvas={canvas} editor={editor} />
        </div>
      )}
      <NoteTitleField
        noteId={canvas.id}
        saved={canvas.title}
        writable={isWritable}
        onSave={async (title) => {
          await run('canvas.rename', { id: canvas.id, title });
        }}
        onLeave={() => editor.handle.current?.focus()}
      />
      {plugins ? (
        <NoteEditor
          contentId={editor.contentId}
          writable={isWritable}
          ariaLabel={t('canvas:text')}
          placeholder={t('note:editor.placeholder')}
          handle={editor.handle}
          plugins={plugins}
        />
      ) : (
        <WritingSkeleton withToolbar={isWritable} />
      )}
      <LeaveGuard editor={editor.handle} noteId={editor.contentId} />
    </div>
  );
}
