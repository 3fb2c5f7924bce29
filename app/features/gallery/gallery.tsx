import { DialogOfAddress, GalleryOverlays } from './gallery-overlays';
import { GalleryControls } from './gallery-controls';
import { GalleryData } from './gallery-data';
import { GalleryFeedback } from './gallery-feedback';
import { GalleryLayout } from './gallery-layout';
import { GalleryNative } from './gallery-native';

/** Every part of `app/ui` in its states, twice: light and dark. Texts here are samples, not translated. */
export function Gallery() {
  return (
    <main>
      <h1 className="sr-only">Components</h1>
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} data-theme={theme} className="bg-paper px-4 py-4 text-ink sm:px-6">
          <p className="text-20 font-semibold text-ink-strong">{theme}</p>
          <GalleryControls />
          <GalleryNative />
          <GalleryOverlays />
          <GalleryLayout />
          <GalleryData />
          <GalleryFeedback />
        </div>
      ))}
      <DialogOfAddress />
    </main>
  );
}
