/** Navigation guards are asked at each navigation. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Guarding, useGuard } from '~/features/navigation-guards/guards';

test('a navigation right after a refused one is guarded, too', async () => {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = environment.IS_REACT_ACT_ENVIRONMENT;
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  const asked: { to: string; answer: (goes: boolean) => void }[] = [];
  const Screen = () => {
    useGuard({
      minds: () => true,
      ask: () =>
        new Promise((answer) => {
          asked.push({ to: router.state.blockers.values().next().value!.location!.pathname, answer });
        }),
    });
    return null;
  };
  const router = createMemoryRouter(
    [
      {
        path: '*',
        element: (
          <Guarding>
            <Screen />
          </Guarding>
        ),
      },
    ],
    { initialEntries: ['/note'] },
  );
  const page = createRoot(document.body.appendChild(document.createElement('div')));
  try {
    await act(async () => page.render(<RouterProvider router={router} />));
    await act(async () => router.navigate('/first'));
    expect(asked.map(({ to }) => to)).toEqual(['/first']);
    // both happen before the next render, as on a slow device
    await act(async () => {
      asked[0]!.answer(false);
      while ([...router.state.blockers.values()].some(({ state }) => state === 'blocked')) await Promise.resolve();
      await router.navigate('/second');
    });
    expect(asked.map(({ to }) => to)).toEqual(['/first', '/second']);
    await act(async () => asked[1]!.answer(true));
    expect(router.state.location.pathname).toBe('/second');
  } finally {
    await act(async () => page.unmount());
    environment.IS_REACT_ACT_ENVIRONMENT = before;
  }
});
