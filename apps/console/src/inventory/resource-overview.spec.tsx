import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { MemoryRouter } from 'react-router';
import { CALLER, ViewerProvider } from '../api/caller';
import { jsonResponse } from '../test/json-response';
import { inventoryTexts } from '../texts/inventory';
import { ResourceCompliance } from './resource-overview';

const texts = inventoryTexts.compliance;
const HOST = { resourceId: 7, resourceName: 'web-1', parentId: null, ancestry: null } as unknown as ResourceWithType;

describe('the compliance of a host', () => {
  afterEach(cleanup);

  it('is said to be unknown where compliance fails, and is loaded again', async () => {
    let isUp = false;
    globalThis.fetch = () =>
      Promise.resolve(
        isUp
          ? jsonResponse({
              data: [{ id: 's1', display_name: 'web-1', platform_id: 7, policies: [{ id: 'p1', title: 'CIS' }] }],
              meta: { total: 1 },
              links: {},
            })
          : jsonResponse({ errors: ['unavailable'] }, 503),
      );
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData([CALLER], {
      identity: { user: { username: 'bob' }, subject: 'bob' },
      permissions: ['compliance:system:read', 'compliance:report:read'],
      services: ['monitoring', 'compliance'],
    });
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ViewerProvider>
            <ResourceCompliance resource={HOST} />
          </ViewerProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(await screen.findByText(texts.failedToLoad)).toBeTruthy();
    isUp = true;
    fireEvent.click(screen.getByRole('button', { name: /again/i }));
    expect(await screen.findByRole('link', { name: 'CIS' })).toBeTruthy();
    expect(screen.queryByText(texts.failedToLoad)).toBeNull();
  });
});
