import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { startPage } from '~/start-page';

void startPage((page) =>
  startTransition(() => {
    hydrateRoot(document, page);
  }),
);
