import { forwardRef, useRef } from 'react';
import { Button, type ButtonProps } from './button';
import { FileChooser } from './file-chooser';

export interface FileButtonProps extends Omit<ButtonProps, 'onPress' | 'children'> {
  /** media types, as of `<input accept>` */
  accept: string;
  label: string;
  onChoose: (file: File) => void;
}

/** A button that lets the person choose one file. The same file can be chosen again. */
export const FileButton = forwardRef<HTMLButtonElement, FileButtonProps>(function FileButton(
  { accept, label, onChoose, ...rest },
  ref,
) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileChooser ref={input} accept={accept} aria-label={label} onChoose={([file]) => onChoose(file!)} />
      <Button {...rest} ref={ref} onPress={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
});
