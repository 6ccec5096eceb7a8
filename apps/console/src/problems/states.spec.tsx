import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import type {
  AlertStatus,
  OpenAlerts,
  ProblemRest,
  ProblemSummary,
  ResourceOverview,
} from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { ResourceProblems, ResourceState } from '../inventory/resource-problems';
import { ProblemNumbers } from '../overview/numbers';
import { Hosts } from '../overview/panels';
import { StateLabel } from '../parts/monitoring/state-label';
import { CALLER, ViewerProvider } from '../api/caller';
import { problemTexts as texts } from '../texts/problems';
import { MonitoringProblems } from './monitoring-problems';
import { jsonResponse } from '../test/json-response';

const FIRING: AlertStatus = {
  state: 'FIRING',
  acknowledgedBy: null,
  silenceId: null,
  silencedUntil: null,
  causeId: null,
  causeName: null,
  endTime: null,
  endReason: null,
  endedBy: null,
  seesRecovery: true,
};
const ACKNOWLEDGED: AlertStatus = { ...FIRING, state: 'ACKNOWLEDGED', acknowledgedBy: 'ben' };
const SILENCED: AlertStatus = { ...FIRING, state: 'SILENCED', silenceId: 4, silencedUntil: 1_700_003_600_000 };
const SUPPRESSED: AlertStatus = { ...FIRING, state: 'SUPPRESSED', causeId: 5, causeName: 'rack-3' };
const RESOLVED: AlertStatus = { ...FIRING, state: 'RESOLVED', endReason: 'RESOLVED', endedBy: 'ben', endTime: 1 };
const CHANGED: AlertStatus = { ...FIRING, state: 'CLOSED', endReason: 'DEFINITION_CHANGED', endTime: 1 };
const EVENT: AlertStatus = { ...FIRING, seesRecovery: false };

const problem = (name: string, status: AlertStatus): ProblemRest => ({
  kind: 'ALERT',
  severity: 'HIGH',
  name,
  definitionId: 5,
  alertId: 9,
  resourceId: name.length,
  resourceName: '/',
  hostId: 3,
  hostName: 'web-1',
  count: 2,
  firstTime: 1,
  lastTime: 2,
  description: 'why',
  suppresses: 0,
  ...status,
});
const SUMMARY: ProblemSummary = {
  high: 2,
  medium: 0,
  low: 0,
  acknowledged: 3,
  silenced: 0,
  suppressed: 4,
  recovered: 5,
  down: 1,
  unknown: 0,
  up: 9,
  waiting: 0,
  waitingHosts: [],
  definitions: 1,
  hosts: [
    {
      hostId: 3,
      hostName: 'web-1',
      high: 0,
      medium: 0,
      low: 0,
      acknowledged: 1,
      held: 2,
      worst: 'Linux',
      worstKind: 'RESOURCE',
    },
  ],
};

function show(shown: ReactNode, responses: Readonly<Record<string, object>> = {}): void {
  globalThis.fetch = (({ url }: Request) => {
    const path = url.replace(/\?.*/, '');
    const body = Object.entries(responses).find(([end]) => path.endsWith(end))?.[1] ?? [];
    return Promise.resolve(jsonResponse(body, 200, { 'x-collection-size': '4' }));
  }) as unknown as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData([CALLER], {
    identity: { user: { username: 'bob' }, subject: 'bob' },
    permissions: ['MANAGE_ALERTS'],
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ViewerProvider>{shown}</ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('the states of problems', () => {
  afterEach(cleanup);

  it('say how an alert ended, without a button to acknowledge it', async () => {
    show(<MonitoringProblems />, { '/rest/problem': [problem('a', RESOLVED), problem('bb', CHANGED)] });
    const toRow = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!);
    expect((await toRow('a')).getByText('Resolved: ben')).toBeDefined();
    const changed = await toRow('bb');
    expect(changed.getByText('Closed')).toBeDefined();
    expect(changed.getByText(texts.status.closed['DEFINITION_CHANGED']!)).toBeDefined();
    expect(changed.queryByRole('checkbox')).toBeNull();
  });

  it('are listed with person, end and reason; acknowledged ones cannot be selected', async () => {
    const rows = [
      problem('a', FIRING),
      problem('bb', ACKNOWLEDGED),
      problem('ccc', SILENCED),
      problem('dddd', SUPPRESSED),
      { ...problem('eeeee', EVENT), suppresses: 1 },
    ];
    show(<MonitoringProblems />, { '/rest/problem': rows });
    const toRow = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!);
    expect((await toRow('a')).getByText('Firing')).toBeDefined();
    const acknowledged = await toRow('bb');
    expect(acknowledged.getByText('Acknowledged: ben')).toBeDefined();
    expect(acknowledged.queryByRole('checkbox')).toBeNull();
    expect((await toRow('ccc')).getByText('until')).toBeDefined();
    expect((await toRow('dddd')).getByText('rack-3 is down')).toBeDefined();
    const event = await toRow('eeeee');
    expect(event.getByText(texts.status.unseen)).toBeDefined();
    expect(event.getByText('Suppresses 1 problem')).toBeDefined();
  });

  it('are counted separately on the overview, each with a link to what was counted', async () => {
    show(
      <>
        <ProblemNumbers />
        <Hosts />
      </>,
      { '/rest/problem/summary': SUMMARY },
    );
    const toLink = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await toLink('2 High')).toBe('/problems?severity=high&state=firing');
    expect(await toLink('3 acknowledged')).toBe('/problems?state=acknowledged');
    expect(await toLink('4 suppressed')).toBe('/problems?state=suppressed');
    expect(await toLink('5 recently recovered')).toBe('/problems?state=recovered');
    expect(screen.queryByText(/silenced$/)).toBeNull();
    const host = within(screen.getByRole('link', { name: 'web-1' }).closest('tr')!);
    expect(host.getByText('Linux is down')).toBeDefined();
    expect(host.getByRole('link', { name: '1' }).getAttribute('href')).toBe('/problems?q=web-1&state=acknowledged');
  });

  it('show an acknowledged problem as silenced, too', () => {
    show(<StateLabel status={{ ...ACKNOWLEDGED, silenceId: 4, silencedUntil: 1_700_003_600_000 }} />);
    expect(screen.getByText('Acknowledged: ben')).toBeDefined();
    expect(screen.getByText(/^Silenced until/)).toBeDefined();
  });

  it('are shown on the page of a host, which never says that nothing is wrong while something is acknowledged', () => {
    const open: OpenAlerts = {
      alertId: 9,
      definitionId: 5,
      name: 'Disk full',
      priority: 'HIGH',
      resourceId: 7,
      resourceName: '/var',
      description: 'why',
      count: 1,
      since: 1,
      latest: 2,
      ...ACKNOWLEDGED,
    };
    const overview = {
      resourceId: 3,
      availability: 'UP',
      availabilitySince: 1,
      agent: null,
      downCount: 0,
      down: [],
      openAlertCount: 1,
      acknowledgedCount: 1,
      recoveredCount: 2,
      openAlerts: [open],
    } as unknown as ResourceOverview;
    show(
      <>
        <ResourceState overview={overview} />
        <ResourceProblems overview={overview} />
      </>,
    );
    expect(screen.getByText('1 alert, 1 acknowledged')).toBeDefined();
    expect(screen.getByText('2 recently recovered')).toBeDefined();
    expect(screen.getByText('Acknowledged: ben')).toBeDefined();
  });
});
