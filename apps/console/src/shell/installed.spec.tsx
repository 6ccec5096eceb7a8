import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import Overview from '../overview';
import { overviewTexts } from '../texts/overview';
import { shellTexts } from '../texts/shell';
import { CALLER, type ServiceName, ViewerProvider } from '../api/caller';
import { Navigation } from './navigation';

/** Renders for an administrator of an installation with these services, whose requests wait; returns their paths. */
function show(services: readonly ServiceName[], shown: ReactNode): readonly string[] {
  const requested: string[] = [];
  globalThis.fetch = (({ url }: Request) => {
    requested.push(url.replace(/^https?:..[^/]*|\?.*/g, ''));
    return new Promise(() => undefined);
  }) as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const viewer = { identity: { user: { username: 'ann' }, subject: 'ann' }, permissions: ['*'], services };
  client.setQueryData([CALLER], viewer);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/overview']}>
        <ViewerProvider>{shown}</ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return requested;
}

describe('the console of an installation', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    cleanup();
    globalThis.fetch = fetch;
  });

  it('without monitoring has no areas of it', () => {
    show(['compliance', 'error-registry'], <Navigation area="overview" onChosen={() => {}} />);

    const navigation = within(screen.getByRole('navigation', { name: shellTexts.navigation }));
    const { overview, problems, compliance, errors, administration } = shellTexts.areas;
    expect(navigation.getAllByRole('link').map((link) => link.textContent)).toEqual([
      overview,
      problems,
      compliance,
      errors,
      administration,
      shellTexts.api,
    ]);
  });

  it('without compliance has an overview of monitoring alone', async () => {
    const requested = show(['monitoring'], <Overview />);

    const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(titles).toContain(overviewTexts.problems.title);
    expect(titles).not.toContain(overviewTexts.systems.title);
    await waitFor(() => expect(requested).toContain('/rest/problem/summary'));
    expect(requested.filter((path) => path.startsWith('/api'))).toEqual([]);
  });
});
