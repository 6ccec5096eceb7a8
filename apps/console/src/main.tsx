import '@patternfly/react-core/dist/styles/base.css';
import './console.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ApiError } from './api/api-error';
import { followUse } from './api/use';
import { ViewerProvider } from './shell/caller';
import { guardLanguage } from './shell/language';
import { followTheme } from './shell/preferences';
import { Shell } from './shell/shell';
import { reloadWhenStale } from './shell/stale-build';

const TRIES = 2;

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < TRIES && (!(error instanceof ApiError) || error.isPassing),
    },
  },
});

guardLanguage(window.navigator);
reloadWhenStale();
followTheme();
followUse();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <BrowserRouter basename="/console">
        <ViewerProvider>
          <Shell />
        </ViewerProvider>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
