import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { cx } from '../cx';

/** Whether a drag carries files: the browser tells their names only once they are dropped. */
const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/**
 * The files of a drop. Folders are left out: they arrive as files that cannot be read.
 */
function filesOf(data: DataTransfer): File[] {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  if (items.length === 0) return [...data.files];
  return items.flatMap((item) => {
    const entry = item.webkitGetAsEntry?.();
    const file = entry?.isDirectory ? null : item.getAsFile();
    return file ? [file] : [];
  });
}

/**
 * A region into which files can be dropped. Nothing is drawn until files are dragged over it: then one dashed outline with
 * the text of what a drop does. It is an addition to a button that chooses files, which the keyboard reaches.
 */
export function DropZone({
  text,
  isDisabled = false,
  isCompact = false,
  onDrop,
  className,
  children,
}: {
  /** what a drop does, shown while files are dragged over the region */
  text: string;
  isDisabled?: boolean;
  /** the region is as low as a row: the text is at its end, and what it covers stays readable */
  isCompact?: boolean;
  onDrop: (files: File[]) => void;
  className?: string;
  children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  /** entered and not left elements: a drag leaves an element when it enters a child */
  const depth = useRef(0);
  const end = (): void => {
    depth.current = 0;
    setOver(false);
  };
  if (isDisabled) return <div className={className}>{children}</div>;
  return (
    <div
      className={cx('relative', className)}
      data-drop-zone
      onDragEnter={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDragLeave={(event) => {
        if (!hasFiles(event)) return;
        depth.current -= 1;
        if (depth.current <= 0) end();
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        // otherwise the browser opens the file in place of this app
        event.preventDefault();
        event.stopPropagation();
        end();
        const files = filesOf(event.dataTransfer);
        if (files.length > 0) onDrop(files);
      }}
    >
      {children}
      {isOver && (
        <div
          className={cx(
            'pointer-events-none absolute inset-0 z-30 flex items-center rounded-card border-2 border-dashed border-accent',
            isCompact ? 'justify-end bg-accent-tint/40 pr-2' : 'justify-center bg-accent-tint/85',
          )}
        >
          <p className="rounded-control bg-overlay px-3 py-1.5 text-13 font-medium text-accent-ink shadow-float">
            {text}
          </p>
        </div>
      )}
    </div>
  );
}
