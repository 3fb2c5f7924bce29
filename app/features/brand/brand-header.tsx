import { Brand } from './brand';

/** The header of a screen outside the workspace. */
export function BrandHeader() {
  return (
    <header className="flex min-h-14 items-center px-4 md:px-6">
      <Brand />
    </header>
  );
}
