import { forwardRef, type InputHTMLAttributes } from 'react';

export interface FileChooserProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'multiple' | 'aria-label'
> {
  onChoose: (files: File[]) => void;
}

/** A hidden file input, opened by `click()` of its ref. The same files can be chosen again. */
export const FileChooser = forwardRef<HTMLInputElement, FileChooserProps>(function FileChooser(
  { onChoose, ...rest },
  ref,
) {
  return (
    <input
      {...rest}
      ref={ref}
      type="file"
      hidden
      tabIndex={-1}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        event.target.value = '';
        if (files.length > 0) onChoose(files);
      }}
    />
  );
});
