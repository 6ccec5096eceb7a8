import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { MemoryRouter } from 'react-router';
import { CALLER, ViewerProvider } from '../api/caller';
import { jsonResponse } from '../test/json-response';
import { DifferenceLines, FileChanges } from './file-changes';
import { toFilters } from './host-compliance';

describe('what changed in a file', () => {
  afterEach(cleanup);

  it('is marked by line, with its markup shown as text', () => {
    render(<DifferenceLines difference={'@@ -1,2 +1,2 @@\n same\n-<b>old</b>\n+<img src=x onerror=alert(1)>\n'} />);
    const lines = screen.getByRole('region', { name: 'Changed lines' });

    expect([...lines.children].map(({ className, textContent }) => [className, textContent])).toEqual([
      ['place', '@@ -1,2 +1,2 @@\n'],
      ['', ' same\n'],
      ['removed', '-<b>old</b>\n'],
      ['added', '+<img src=x onerror=alert(1)>\n'],
    ]);
    expect(lines.querySelector('img, b')).toBeNull();
  });
});

describe('changed files and the failed rules about them', () => {
  afterEach(cleanup);

  const HOST = { resourceId: 7, resourceName: 'web-1', parentId: null, ancestry: null } as unknown as ResourceWithType;
  const CHANGE = {
    id: 1,
    time: 1_700_000_000_000,
    definition: 'etc',
    version: 3,
    category: 'FILE_CHANGED',
    path: 'ssh/sshd_config',
    file: '/etc/ssh/sshd_config',
    mode: 33188,
    owner: '0:0',
    hasText: true,
  };
  const OTHER = { ...CHANGE, id: 2, path: 'motd', file: '/etc/motd' };
  const RULE = {
    id: 'r1',
    title: 'Disable root login',
    severity: 'high',
    policy_id: 'p1',
    policy_title: 'CIS',
    test_result_id: 't1',
    waiver_id: null,
    files: ['/etc/ssh/sshd_config', '/etc/ssh/ssh_config'],
  };
  const COMPLIANCE = ['compliance:system:read', 'compliance:report:read'];
  let requested: URL[];

  /** Responses by the end of the path; others are missing. */
  const show = (permissions: readonly string[], responses: Readonly<Record<string, unknown>>): void => {
    requested = [];
    globalThis.fetch = (({ url }: Request) => {
      const target = new URL(url, 'http://localhost');
      requested.push(target);
      const body = Object.entries(responses).find(([end]) => target.pathname.endsWith(end))?.[1];
      if (body === undefined) return Promise.resolve(jsonResponse({ errors: ['not found'] }, 404));
      return Promise.resolve(jsonResponse(body, 200, { 'x-collection-size': '2' }));
    }) as unknown as typeof fetch;
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData([CALLER], {
      identity: { user: { username: 'bob' }, subject: 'bob' },
      permissions,
      services: ['monitoring', 'compliance'],
    });
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ViewerProvider>
            <FileChanges resource={HOST} />
          </ViewerProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    );
  };
  const list = (...data: object[]) => ({ data, meta: { total: data.length }, links: {} });
  const FOUND = {
    '/drift': [CHANGE, OTHER],
    '/systems': list({ id: 's1', platform_id: 7 }, { id: 's2', platform_id: 8 }),
    '/failed_rules': list(RULE),
  };
  const ofCompliance = (): URL[] => requested.filter(({ pathname }) => pathname.startsWith('/api/compliance'));

  it('are shown beside each other, in both directions', async () => {
    show(COMPLIANCE, FOUND);
    const ofRules = await screen.findByRole('grid', { name: 'Failed rules about changed files' });
    const ofChanges = await screen.findByRole('grid', { name: 'File changes' });
    expect(within(ofRules).getByRole('link', { name: 'Disable root login' }).getAttribute('href')).toBe(
      '/compliance/policies/p1/results/t1?q=Disable+root+login',
    );
    expect(within(ofRules).getByRole('button', { name: 'ssh/sshd_config' })).toBeTruthy();
    expect(within(ofRules).queryByText('motd')).toBeNull();
    const [changed, motd] = within(ofChanges).getAllByRole('row').slice(1);
    expect(within(changed!).getByRole('link', { name: 'Disable root login' })).toBeTruthy();
    expect(within(motd!).queryByRole('link')).toBeNull();
  });

  it('are looked up only for systems of this host', async () => {
    show(COMPLIANCE, FOUND);
    await screen.findAllByRole('link', { name: 'Disable root login' });
    const paths = new Set(ofCompliance().map(({ pathname }) => pathname));
    expect(paths).toEqual(new Set(['/api/compliance/v2/systems', '/api/compliance/v2/systems/s1/failed_rules']));
    expect(
      ofCompliance()
        .find(({ pathname }) => pathname.endsWith('failed_rules'))!
        .searchParams.get('filter'),
    ).toBe('file = "/etc/ssh/sshd_config" or file = "/etc/motd"');
  });

  it.each([[], ...COMPLIANCE.map((one) => [one])].map((permissions) => ({ permissions })))(
    'are shown without failed rules to a viewer with $permissions, without a request to compliance',
    async ({ permissions }) => {
      show(permissions, FOUND);
      await screen.findByText('motd');
      expect(screen.queryByText('Disable root login')).toBeNull();
      expect(screen.queryByText('Failed rules')).toBeNull();
      expect(ofCompliance()).toEqual([]);
    },
  );

  it('are both hidden from a viewer without access to the host', async () => {
    show(COMPLIANCE, { ...FOUND, '/drift': undefined });
    await screen.findAllByRole('button', { name: /again/i });
    expect(screen.queryByText('Disable root login')).toBeNull();
    expect(ofCompliance()).toEqual([]);
  });

  it.each(['/systems', '/failed_rules'])('are changes, and a note, where compliance refuses %s', async (path) => {
    const responses: Record<string, unknown> = { ...FOUND, [path]: undefined };
    show(COMPLIANCE, responses);
    await screen.findByText('motd');
    expect(await screen.findByText('Failed rules could not be loaded')).toBeTruthy();
    expect(screen.getAllByText('Not loaded')).toHaveLength(2);
    responses[path] = FOUND[path as keyof typeof FOUND];
    fireEvent.click(screen.getByRole('button', { name: /again/i }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'Disable root login' })).toHaveLength(2));
    expect(screen.queryByText('Failed rules could not be loaded')).toBeNull();
    expect(screen.queryByText('Not loaded')).toBeNull();
  });

  it('are requested with filters that the server accepts', () => {
    const files = Array.from({ length: 300 }, (_, n) => `/etc/${'x'.repeat(60)}${n}`);
    const filters = toFilters(files);
    expect(filters.length).toBeGreaterThan(1);
    for (const filter of filters) expect(filter.length).toBeLessThan(8_192);
    expect(filters.join(' or ').match(/file = /g)).toHaveLength(300);
    expect(toFilters(['/etc/a"b', '/etc/a b', null, '/etc/a', '/etc/a'])).toEqual(['file = "/etc/a"']);
    expect(toFilters([null])).toEqual([]);
  });
});
