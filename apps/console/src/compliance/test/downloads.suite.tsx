import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CALLER, ViewerProvider } from '../../api/caller';
import { jsonResponse } from '../../test/json-response';
import { downloadTexts as texts } from '../../texts/downloads';
import { waiverTexts } from '../../texts/waivers';
import { Downloads } from '../downloads';

describe('the downloads of a policy', () => {
  afterEach(cleanup);

  const show = (props: { systemIds?: string[] } = {}): void => {
    const viewer = { identity: { user: { username: 'bob' }, subject: 'bob' }, permissions: ['compliance:policy:read'] };
    globalThis.fetch = ((request: Request) => {
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      if (pathname === CALLER) return Promise.resolve(jsonResponse(viewer));
      const isKnown = searchParams.get('filter')?.includes('web');
      const data = isKnown ? [{ id: '1', groups: [{ id: 'g1', name: 'web' }] }] : [];
      return Promise.resolve(jsonResponse({ data, meta: { total: data.length }, links: {} }));
    }) as unknown as typeof fetch;
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData([CALLER], viewer);
    render(
      <QueryClientProvider client={client}>
        <ViewerProvider>
          <Downloads reportId="p1" {...props} />
        </ViewerProvider>
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: texts.action }));
  };
  const targets = () => [...document.querySelectorAll('.downloads a')].map((link) => link.getAttribute('href')!);

  it('are about all systems, or about those of an inventory group', async () => {
    show();
    expect(targets()).toHaveLength(texts.formats.length + texts.plans.length + texts.scripts.length);
    expect(targets().join()).not.toContain('group_id');
    fireEvent.change(screen.getByLabelText(texts.group), { target: { value: 'web' } });
    await waitFor(() => expect(targets()).toContain('/api/compliance/v2/reports/p1/remediation.sh?group_id=g1'));
    expect(targets().filter((target) => !target.includes('group_id=g1'))).toEqual([]);
  });

  it('wait for a group that exists', async () => {
    show();
    fireEvent.change(screen.getByLabelText(texts.group), { target: { value: 'db' } });
    expect(await screen.findByText(waiverTexts.noGroup('db'))).toBeTruthy();
    expect(targets()).toEqual([]);
  });

  it('of one system take no group', () => {
    show({ systemIds: ['s1'] });
    expect(screen.queryByLabelText(texts.group)).toBeNull();
    expect(targets().some((target) => target.includes('remediation.yml?system_id=s1'))).toBe(true);
  });
});
