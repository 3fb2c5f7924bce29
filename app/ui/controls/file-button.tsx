import { forwardRef, useRef } from 'react';
import { Button, type ButtonProps } from './button';

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
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onChoose(file);
        }}
      />
      <Button {...rest} ref={ref} onPress={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
});
