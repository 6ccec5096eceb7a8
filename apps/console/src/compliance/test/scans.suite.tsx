import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReportRecord, ScanRecord, TestResultRecord } from '@wardstone/client/compliance';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { CALLER, ViewerProvider } from '../../api/caller';
import { complianceTexts } from '../../texts/compliance';
import { ScanNow, ScanRequestOutcome, ScanState } from '../scans';
import { scheduleTexts } from '../../texts/schedule';
import { Schedule } from '../schedule';
import { jsonResponse } from '../../test/json-response';

const { scans: texts } = complianceTexts;
const POLICY = 'b0000000-0000-4000-8000-000000000001';
const SCHEDULE = `/api/compliance/v2/policies/${POLICY}/scan_schedule`;

/** Requests to the service, and its refusals. */
const requests: [string, unknown][] = [];
let refusal: string | undefined;
let schedule: object | undefined;
let viewer: object;
/** Scans that wait or run. */
let open = 0;

function respond({ url, method, body }: Request): Promise<Response> {
  if (url === CALLER) return Promise.resolve(jsonResponse(viewer));
  if (method === 'GET' && url.startsWith('/api/compliance/v2/scans?'))
    return Promise.resolve(jsonResponse({ data: [], meta: { total: open }, links: {} }));
  if (method === 'GET')
    return Promise.resolve(schedule ? jsonResponse({ data: schedule }) : jsonResponse({ detail: 'none' }, 404));
  requests.push([`${method} ${url}`, body ? JSON.parse(body as unknown as string) : undefined]);
  if (refusal !== undefined) return Promise.resolve(jsonResponse({ detail: refusal }, 406));
  return Promise.resolve(jsonResponse({ data: { policy_id: POLICY, queued: 2, under_way: 0, not_scanned: 1 } }));
}

let client: QueryClient;

function show(what: ReactNode, permissions: readonly string[] = ['compliance:*:*']): void {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  viewer = { identity: { user: { username: 'ann' }, subject: 'ann' }, permissions };
  client.setQueryData([CALLER], viewer);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ViewerProvider>{what}</ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const scan = (over: Partial<ScanRecord>): ScanRecord =>
  ({
    id: 's',
    policy_id: POLICY,
    display_name: 'web-1',
    state: 'queued',
    reason: null,
    evaluated_rule_count: 0,
    created_at: new Date().toISOString(),
    started_at: null,
    ended_at: null,
    test_result_id: null,
    ...over,
  }) as ScanRecord;

const report = (over: Partial<ReportRecord> = {}): ReportRecord =>
  ({ id: POLICY, title: 'Baseline', max_result_age_days: null, ...over }) as ReportRecord;

beforeEach(() => {
  globalThis.fetch = respond as typeof fetch;
  requests.length = 0;
  refusal = undefined;
  schedule = undefined;
});
afterEach(cleanup);

describe('the state of a scan', () => {
  it.each([
    ['no agent reports the system as its host', texts.steps.noAgent],
    ['the policy is for another operating system', texts.steps.otherSystem],
    ['the policy has no tailoring for minor version 5', texts.steps.noTailoring],
    ['the document of the guide is not kept: import the guide again', texts.steps.noDocument],
    ['there is no oscap on the host (/usr/bin/oscap)', texts.steps.noScanner],
    ['the agent lacks the rights to scan its host: it is not root', texts.steps.noRights],
    ['the scan took more than 10 min', texts.steps.tooLong],
    ['the guide does not apply to the host', texts.steps.otherGuide],
  ])('names the next step where "%s"', (reason, step) => {
    show(<ScanState scan={scan({ state: 'not_scanned', reason })} />);
    screen.getByText(texts.states.not_scanned);
    screen.getByText(reason);
    screen.getByText(step);
  });

  it('shows its progress by the rules of the last result, else the number of rules it evaluated', () => {
    const running = scan({ state: 'running', evaluated_rule_count: 30, started_at: new Date().toISOString() });
    const result = { passed_rule_count: 40, failed_rule_count: 20, not_applicable_rule_count: 60 } as TestResultRecord;
    show(<ScanState scan={running} result={result} />);
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    screen.getByText('30 of 120 rules');
    cleanup();
    show(<ScanState scan={running} />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    screen.getByText(/^30 rules/);
  });

  it('leads from a scan that is done to its result', () => {
    show(<ScanState scan={scan({ state: 'uploaded', test_result_id: 'r', ended_at: new Date().toISOString() })} />);
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/compliance/policies/${POLICY}/results/r`);
  });
});

describe('a request for scans', () => {
  const request = (systemIds?: string[]): void =>
    show(
      <ScanNow
        policyId={POLICY}
        {...(systemIds ? { systemIds } : {})}
        done={(outcome) => requests.push(['done', outcome])}
      >
        {texts.now}
      </ScanNow>,
    );
  const path = `POST /api/compliance/v2/policies/${POLICY}/scans`;

  it('is for all systems, or for those that are selected', async () => {
    request();
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(requests).toHaveLength(2));
    cleanup();
    request(['a', 'b']);
    fireEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(requests).toHaveLength(4));
    expect(requests.filter(([what]) => what === path).map(([, body]) => body)).toEqual([
      {},
      { system_ids: ['a', 'b'] },
    ]);
  });

  it('shows why it was refused', async () => {
    refusal = 'the policy is gone';
    request();
    fireEvent.click(screen.getByRole('button'));
    await screen.findByText('the policy is gone');
  });

  const outcome = { policy_id: POLICY, type: 'scan_request', queued: 2, under_way: 1, not_scanned: 3 } as const;

  it('leads to the systems that cannot be scanned', () => {
    open = 3;
    show(<ScanRequestOutcome outcome={outcome} close={() => undefined} />);
    screen.getByText('2 scans requested, 1 already in progress');
    expect(screen.getByRole('link', { name: /^3 systems/ }).getAttribute('href')).toContain('tab=scans&state=');
  });

  it('is announced until the scans have ended, and leaves the systems that cannot be scanned', async () => {
    open = 1;
    show(
      <>
        <ScanRequestOutcome outcome={outcome} close={() => undefined} />
        <ScanRequestOutcome outcome={{ ...outcome, not_scanned: 0 }} close={() => undefined} />
      </>,
    );
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.getAllByText('2 scans requested, 1 already in progress')).toHaveLength(2);
    open = 0;
    await client.invalidateQueries();
    await waitFor(() => expect(screen.queryByText(/requested/)).toBeNull());
    expect(screen.getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByText(texts.askedBody)).toBeNull();
  });
});

describe('the schedule of a policy', () => {
  const every = (over: object): object => ({
    interval_hours: null,
    cron: null,
    time_zone: null,
    spread_minutes: null,
    next_scan_at: null,
    ...over,
  });
  const save = (): boolean => fireEvent.click(screen.getByRole('button', { name: texts.save }));

  it('is changed from none to an interval, with the age of results', async () => {
    show(<Schedule report={report()} />);
    fireEvent.click(await screen.findByRole('button', { name: texts.change }));
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'interval' } });
    fireEvent.change(screen.getByRole('spinbutton', { name: new RegExp(texts.hours) }), { target: { value: '12' } });
    fireEvent.change(screen.getByRole('spinbutton', { name: new RegExp(texts.staleDays) }), {
      target: { value: '30' },
    });
    save();
    await waitFor(() =>
      expect(requests).toEqual([
        [`PUT ${SCHEDULE}`, { interval_hours: 12 }],
        [`PUT /api/compliance/v2/policies/${POLICY}/freshness`, { max_result_age_days: 30 }],
      ]),
    );
  });

  it('is shown in words, and changed to times of a calendar', async () => {
    schedule = every({ cron: '30 2 * * 1-5', time_zone: 'Europe/Berlin', spread_minutes: 90 });
    show(<Schedule report={report({ max_result_age_days: 7 })} />);
    await screen.findByText('Monday to Friday at 02:30 (Europe/Berlin), spread over 90 minutes');
    screen.getByText(texts.nextNone);
    screen.getByText('7 days');
    fireEvent.click(screen.getByRole('button', { name: texts.change }));
    fireEvent.change(screen.getByRole('textbox', { name: new RegExp(texts.cron) }), { target: { value: '0 4 * * *' } });
    save();
    await waitFor(() =>
      expect(requests).toEqual([
        [`PUT ${SCHEDULE}`, { cron: '0 4 * * *', time_zone: 'Europe/Berlin', spread_minutes: 90 }],
      ]),
    );
  });

  it('is chosen as a day and a time, and changed as such', async () => {
    schedule = every({ cron: '30 2 * * 0', time_zone: 'UTC', spread_minutes: 60 });
    show(<Schedule report={report()} />);
    await screen.findByText('Sunday at 02:30 (UTC), spread over 60 minutes');
    fireEvent.click(screen.getByRole('button', { name: texts.change }));
    fireEvent.change(screen.getByLabelText(new RegExp(scheduleTexts.weekday)), { target: { value: '6' } });
    fireEvent.change(screen.getByLabelText(new RegExp(scheduleTexts.time)), { target: { value: '04:15' } });
    save();
    await waitFor(() =>
      expect(requests).toEqual([[`PUT ${SCHEDULE}`, { cron: '15 4 * * 6', time_zone: 'UTC', spread_minutes: 60 }]]),
    );
  });

  it('can be removed', async () => {
    schedule = every({ interval_hours: 24 });
    show(<Schedule report={report()} />);
    await screen.findByText('Every 24 hours');
    fireEvent.click(screen.getByRole('button', { name: texts.change }));
    fireEvent.change(screen.getByRole('combobox'), { target: { value: 'request' } });
    save();
    await waitFor(() => expect(requests).toEqual([[`DELETE ${SCHEDULE}`, undefined]]));
  });

  it('cannot be changed without the permission', async () => {
    show(<Schedule report={report()} />, ['compliance:policy:read']);
    await screen.findByText(scheduleTexts.kinds.request);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
