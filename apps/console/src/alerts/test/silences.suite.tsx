import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { SilenceRest } from '@wardstone/client/monitoring';
import { MemoryRouter } from 'react-router';
import { CALLER, ViewerProvider } from '../../api/caller';
import { SilencesPage } from '../silences-page';

const SILENCE: SilenceRest = {
  id: 1,
  scope: { kind: 'RESOURCE', id: 2, name: '/var', descendants: true },
  place: 'node-137 / /var',
  reason: 'disks are swapped',
  author: 'ann',
  createTime: 1_700_000_000_000,
  startTime: 1_700_000_000_000,
  endTime: 1_900_000_000_000,
  rule: null,
  timeZone: null,
  state: 'ACTIVE',
  windowStart: 1_700_000_000_000,
  windowEnd: 1_900_000_000_000,
  endedBy: null,
  links: [],
};

function show(silence: SilenceRest): void {
  globalThis.fetch = (() =>
    Promise.resolve({
      ok: true,
      status: 200,
      headers: new Headers({ 'content-type': 'application/json' }),
      text: () => Promise.resolve(JSON.stringify([silence])),
    })) as unknown as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData([CALLER], { identity: { user: { username: 'bob' }, subject: 'bob' }, permissions: [] });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ViewerProvider>
          <SilencesPage />
        </ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('the list of silences', () => {
  afterEach(cleanup);

  it('names the host of a disk, and whether its parts are covered', async () => {
    show(SILENCE);
    expect((await screen.findByRole('link', { name: 'node-137 / /var' })).getAttribute('href')).toBe('/inventory/2');
    expect(screen.getByText('Resource, with all its parts')).toBeTruthy();
  });

  it('names the resource of a definition beside its name, which is not unique', async () => {
    show({ ...SILENCE, scope: { kind: 'DEFINITION', id: 7, name: 'Disk almost full' } });
    await screen.findByRole('link', { name: 'Disk almost full' });
    expect(screen.getByText('node-137 / /var')).toBeTruthy();
  });

  it('shows when only the resource itself is covered', async () => {
    show({ ...SILENCE, scope: { kind: 'RESOURCE', id: 3, name: 'node-137', descendants: false }, place: 'node-137' });
    await screen.findByRole('link', { name: 'node-137' });
    expect(screen.getByText('Resource, without its parts')).toBeTruthy();
  });
});
