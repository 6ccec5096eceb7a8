import '@patternfly/react-core/dist/styles/base.css';
import './console.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider, createBrowserRouter } from 'react-router';
import { followUse } from './api/use';
import { ViewerProvider } from './api/caller';
import { guardLanguage } from './shell/language';
import { LeaveQuestion } from './shell/leave-question';
import { followTheme } from './api/preferences';
import { Shell } from './shell/shell';
import { SignInDialog } from './shell/sign-in-dialog';
import { reloadWhenStale } from './shell/stale-build';

/** No retries, because the client retries safe requests itself. */
const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, retry: false } } });

/** A single route, because pages have their own routes; only this kind of router supports blocking a navigation. */
const router = createBrowserRouter(
  [
    {
      path: '*',
      element: (
        <ViewerProvider>
          <Shell />
          <LeaveQuestion />
          <SignInDialog />
        </ViewerProvider>
      ),
    },
  ],
  { basename: '/console' },
);

guardLanguage(window.navigator);
reloadWhenStale();
followTheme();
followUse();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
