import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import type {
  IncidentNotification,
  IncidentRest,
  ResourceDependency,
  ResourceWithType,
} from '@wardstone/client/monitoring';
import { MemoryRouter, Route, Routes } from 'react-router';
import { ResourceDependencies } from '../../inventory/resource-dependencies';
import { CALLER, ViewerProvider } from '../../api/caller';
import { incidentTexts as texts } from '../../texts/incidents';
import { inventoryTexts } from '../../texts/inventory';
import { partTexts } from '../../texts/parts';
import { IncidentPage } from '../incident-page';
import { IncidentsPage } from '../incidents-page';
import { jsonResponse } from '../../test/json-response';

const INCIDENT: IncidentRest = {
  id: 7,
  name: 'host down',
  resourceId: 2,
  resourceName: 'switch-1',
  priority: 'HIGH',
  state: 'OPEN',
  place: 'switch-1',
  causeId: 2,
  causeName: 'switch-1',
  alertCount: 1_041,
  resourceCount: 1_041,
  hostCount: 199,
  hosts: [
    { name: 'node-001', alertCount: 5 },
    { name: 'node-002', alertCount: 5 },
    { name: 'node-003', alertCount: 5 },
    { name: 'node-004', alertCount: 1 },
  ],
  firingCount: 1,
  acknowledgedCount: 0,
  suppressedCount: 1_038,
  silencedCount: 0,
  recoveredCount: 2,
  resolvedCount: 0,
  closedCount: 0,
  openTime: 1_700_000_000_000,
  updateTime: 1_700_000_060_000,
  told: [
    { senderName: 'Direct Emails', recipients: ['a@x.test', 'b@x.test'], state: 'SUCCESS', time: 1_700_000_020_000 },
    { senderName: 'Slack', recipients: [], state: 'FAILURE', time: 1_700_000_020_000 },
  ],
  links: [],
};
const NOTIFICATION: IncidentNotification = {
  senderName: 'Direct Emails',
  kind: 'ALERT',
  step: 2,
  settled: true,
  alertId: 3,
  alertCount: 41,
  attempts: [{ time: 1_700_000_020_000, state: 'SUCCESS', message: 'sent to [a@x.test]' }],
  responses: ['a@x.test: 250 queued'],
};
const DEPENDENCY: ResourceDependency = { resourceId: 5, resourceName: 'db-1', availability: 'DOWN', links: [] };

type StubbedResponse = object | 'never' | 'refused';

/** Requests get these responses, by the end of their path. */
function show(
  address: string,
  responses: Readonly<Record<string, StubbedResponse>>,
  permissions = ['MANAGE_ALERTS'],
): void {
  globalThis.fetch = (({ url }: Request) => {
    const path = url.replace(/\?.*/, '');
    const response = Object.entries(responses).find(([end]) => path.endsWith(end))?.[1] ?? [];
    if (response === 'never') return new Promise(() => undefined);
    return Promise.resolve(
      response === 'refused' ? jsonResponse({ detail: 'not for you' }, 403) : jsonResponse(response),
    );
  }) as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData([CALLER], { identity: { user: { username: 'bob' }, subject: 'bob' }, permissions });
  const resource = { resourceId: 1, resourceName: 'web-1' } as ResourceWithType;
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <ViewerProvider>
          <Routes>
            <Route path="/alerts/incidents" element={<IncidentsPage />} />
            <Route path="/alerts/incidents/:id" element={<IncidentPage />} />
            <Route path="/inventory/1" element={<ResourceDependencies resource={resource} />} />
          </Routes>
        </ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const buttons = (): (string | null)[] => screen.queryAllByRole('button').map(({ textContent }) => textContent);

afterEach(cleanup);

describe.each([
  ['the list of incidents', '/alerts/incidents', '/rest/incident'],
  ['an incident', '/alerts/incidents/7', '/rest/incident/7'],
  ['dependencies', '/inventory/1', '/dependencies'],
])('%s', (_what, address, path) => {
  it('shows a loading state', () => {
    show(address, { [path]: 'never' });
    expect(screen.getAllByRole('status', { name: partTexts.loading }).length).toBeGreaterThan(0);
  });

  it('shows the error', async () => {
    show(address, { [path]: 'refused' });
    await screen.findByText('not for you');
    expect(screen.getByRole('button', { name: partTexts.retry })).toBeTruthy();
  });
});

describe('the list of incidents', () => {
  it('explains itself when it is empty', async () => {
    show('/alerts/incidents', { '/rest/incident': [] });
    await screen.findByText(texts.empty.title);
  });

  it('names the cause, counts alerts, and says who was notified and who was not reached', async () => {
    show('/alerts/incidents', { '/rest/incident': [INCIDENT] });
    expect((await screen.findByRole('link', { name: 'switch-1 is down' })).getAttribute('href')).toBe(
      '/alerts/incidents/7',
    );
    const [row] = within(screen.getByRole('grid')).getAllByRole('row').slice(1);
    expect(row!.textContent).toContain('1 firing1,038 suppressed2 recovered');
    expect(row!.textContent).toContain('node-001 (5), node-002 (5), node-003 (5) and 196 more hosts');
    expect(row!.textContent).toContain('a@x.testb@x.test');
    expect(row!.textContent).toContain('Slack not delivered');
  });

  it('names the first alert and its resource where no cause is seen', async () => {
    const { causeName: _hidden, ...incident } = {
      ...INCIDENT,
      place: 'rack-3 / switch-1',
      resourceCount: 1,
      hostCount: 1,
    };
    show('/alerts/incidents', { '/rest/incident': [incident] });
    await screen.findByRole('link', { name: 'host down' });
    expect(screen.getByRole('link', { name: 'rack-3 / switch-1' }).getAttribute('href')).toBe('/inventory/2');
  });
});

describe('an incident', () => {
  const responses = { '/rest/incident/7': INCIDENT, '/notifications': [NOTIFICATION] };

  it('shows the step of each notification, and the responses of recipients', async () => {
    show('/alerts/incidents/7', responses);
    await screen.findByText('a@x.test: 250 queued');
    for (const text of ['Step 2', '41 alerts', 'Sent to a@x.test']) expect(screen.getByText(text)).toBeTruthy();
  });

  it('counts states separately, and names the hosts with the most alerts', async () => {
    show('/alerts/incidents/7', responses);
    for (const text of ['1 firing', '1,038 suppressed', '2 recovered']) await screen.findByText(text);
    expect(screen.getByText(/node-001 \(5\), .*node-004 and 195 more hosts/)).toBeTruthy();
    expect(screen.queryByText(/0 acknowledged/)).toBeNull();
  });

  it.each([
    ['node-137 / /var', { resourceCount: 1, hostCount: 1, place: 'node-137 / /var' }, 'host down on node-137 / /var'],
    [
      'node-137',
      { resourceCount: 5, hostCount: 1, hosts: [{ name: 'node-137', alertCount: 5 }] },
      'host down on node-137',
    ],
    ['many hosts', { resourceCount: 995 }, 'host down on 199 hosts'],
  ])('names %s in its title', async (_case, over, title) => {
    const { causeName: _none, causeId: _no, ...incident } = { ...INCIDENT, ...over };
    show('/alerts/incidents/7', { ...responses, '/rest/incident/7': incident });
    await screen.findByRole('heading', { name: title });
  });

  it.each([
    ['open', 'OPEN', ['MANAGE_ALERTS'], [texts.acknowledge, texts.resolve]],
    ['acknowledged', 'ACKNOWLEDGED', ['MANAGE_ALERTS'], [texts.resolve]],
    ['ended', 'ENDED', ['MANAGE_ALERTS'], []],
    ['of others', 'OPEN', [], []],
  ] as const)('that is %s offers the possible actions', async (_case, state, permissions, expected) => {
    show('/alerts/incidents/7', { ...responses, '/rest/incident/7': { ...INCIDENT, state } }, [...permissions]);
    await screen.findByText('a@x.test: 250 queued');
    const offered = buttons().filter((name) => name === texts.acknowledge || name === texts.resolve);
    expect(offered).toEqual(expected);
  });
});

describe('dependencies', () => {
  const responses = { '/dependencies': [DEPENDENCY], '/dependents': [{ ...DEPENDENCY, resourceName: 'shop' }] };

  it('show an empty state', async () => {
    show('/inventory/1', {});
    await screen.findByText(inventoryTexts.dependencies.none);
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('show both directions, with their state', async () => {
    show('/inventory/1', responses);
    await screen.findByRole('link', { name: 'db-1' });
    await screen.findByRole('link', { name: 'shop' });
    expect(screen.getAllByText(partTexts.availability['DOWN']!)).toHaveLength(2);
  });

  it('can only be changed with the permission MANAGE_ALERTS', async () => {
    show('/inventory/1', responses);
    await screen.findByRole('link', { name: 'db-1' });
    expect(buttons()).toEqual([inventoryTexts.dependencies.add, inventoryTexts.dependencies.remove]);
    cleanup();
    show('/inventory/1', responses, []);
    await screen.findByRole('link', { name: 'db-1' });
    expect(buttons()).toEqual([]);
  });
});
