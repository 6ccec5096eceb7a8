import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { MemoryRouter } from 'react-router';
import { jsonResponse } from '../test/json-response';
import { QuorumProbes } from './quorum-probes';

const QUORUM = { resourceId: 9, resourceName: 'shop' } as unknown as ResourceWithType;

describe('the probes of a quorum', () => {
  afterEach(cleanup);

  const show = async (down?: string): Promise<string[][]> => {
    globalThis.fetch = ((request: Request) => {
      const { pathname } = new URL(request.url, 'http://localhost');
      const [, id, part] = /\/resource\/(\d+)(\/\w+)?$/.exec(pathname)!;
      if (part) return Promise.resolve(jsonResponse({ pluginConfig: { resources: '21,22,23', down } }));
      if (id === '23') return Promise.resolve(jsonResponse({ message: 'not found' }, 404));
      const ancestry = `1_:_${Number(id) - 10}_:_web-${id}`;
      return Promise.resolve(
        jsonResponse({ resourceId: Number(id), resourceName: `shop ${id}`, ancestry, availability: 'UP' }),
      );
    }) as unknown as typeof fetch;
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <QuorumProbes resource={QUORUM} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const rows = within(await screen.findByRole('grid'))
      .getAllByRole('row')
      .slice(1);
    return rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  };

  it('are listed with host and state; one that is gone or not visible is named by its id', async () => {
    expect(await show('1')).toEqual([
      ['shop 21', 'web-21', 'Up'],
      ['shop 22', 'web-22', 'Up'],
      ['23: removed or not visible', '–', '–'],
    ]);
    expect(screen.getByRole('link', { name: 'shop 21' }).getAttribute('href')).toBe('/inventory/21');
    expect(screen.getByText('Down when at least 1 of 3 probes fail.')).toBeTruthy();
  });

  it('are more than half of them by default', async () => {
    await show();
    expect(screen.getByText('Down when at least 2 of 3 probes fail.')).toBeTruthy();
  });
});
