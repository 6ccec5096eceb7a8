import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { DryRun, ResourceWithType } from '@wardstone/client/monitoring';
import { MemoryRouter } from 'react-router';
import { newCondition } from '../domain/condition-draft';
import { NEW_DEFINITION } from '../domain/definition-draft';
import { DryRunView } from '../dry-run-view';
import { jsonResponse } from '../../test/json-response';

const resource = (id: number, name: string, host: string): ResourceWithType =>
  ({
    resourceId: id,
    resourceName: name,
    typeId: 5,
    typeName: 'Disk',
    ancestry: `9_:_1_:_${host}`,
  }) as unknown as ResourceWithType;
const getRun = (over: Partial<DryRun>): DryRun => ({
  resourceId: 1,
  startTime: 0,
  endTime: 1,
  facts: 3,
  alertCount: 0,
  alerts: [],
  notes: [],
  ...over,
});

/** A definition of all disks, tried on one of them. */
function show(over: Partial<DryRun>, conditions = [newCondition('AVAILABILITY')]): string[] {
  const requests: string[] = [];
  globalThis.fetch = (({ url, method }: Request) => {
    requests.push(`${method} ${url.replace(/^https?:\/\/[^/]+/, '')}`);
    const isOfFired = url.includes('resourceId=77');
    const body = url.includes('dry-run')
      ? getRun(isOfFired ? { resourceId: 77, alertCount: 2 } : over)
      : url.includes('/schedules')
        ? []
        : resource(77, '/var', 'node-137');
    return Promise.resolve(jsonResponse(body));
  }) as typeof fetch;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DryRunView
          draft={{ ...NEW_DEFINITION, name: 'x', conditions }}
          sample={{ resource: resource(4, '/', 'vm'), schedules: [] }}
          owner={{ kind: 'resourceType', id: 5 }}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return requests;
}

describe('where a definition would have fired', () => {
  afterEach(cleanup);

  it('shows the alerts of the host that fires, not of one on which nothing happened', async () => {
    const fired = [{ resourceId: 77, resourceName: '/var', hostName: 'node-137', alertCount: 2 }];
    show({ scope: { total: 1_002, evaluated: 1_002, firedCount: 1, fired } });
    await screen.findByText('In the last six days it would have fired on 1 of 1,002 resources:');
    await screen.findByText('node-137 / /var: 2 alerts');
    await screen.findByText(/^2 alerts in the last six days on node-137 \/ \/var/);
    expect(screen.queryByText(/on vm/)).toBeNull();
  });

  it('says on how many more resources it would have fired than it lists', async () => {
    const fired = [{ resourceId: 77, resourceName: '/var', hostName: 'node-137', alertCount: 2 }];
    show({ scope: { total: 1_002, evaluated: 1_002, firedCount: 1_002, fired } });
    await screen.findByText('and 1,001 more resources');
  });

  it('shows no result while only a part was checked', async () => {
    show({ scope: { total: 1_002, evaluated: 426, firedCount: 0, fired: [] } });
    await screen.findByText(
      /^The time limit was reached after 426 of 1,002 resources\. On these it would have fired on 0\./,
    );
    await screen.findByText(/^No alerts in the last six days on vm \/ \//);
  });

  it('has what an expression returned, and how many of its series are not drawn', async () => {
    globalThis.IntersectionObserver = class {
      observe(): void {}
      disconnect(): void {}
    } as unknown as typeof IntersectionObserver;
    const series = ['a', 'b'].map((disk) => ({ labels: { disk }, dataPoints: [{ timeStamp: 0, value: 1 }] }));
    show({ result: { startTime: 0, endTime: 60_000, step: 60_000, seriesCount: 40, series } }, [
      { ...newCondition('EXPRESSION'), option: 'disk_used', comparator: '>', threshold: '0.9' },
    ]);
    await screen.findByRole('region', { name: 'Result of the last day' });
    await screen.findByText('The first 2 of 40 series.');
    await screen.findByRole('button', { name: 'Download Result of the last day as CSV' });
  });
});
