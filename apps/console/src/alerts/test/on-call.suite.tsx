import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { OnCallPersonRest, OnCallRest, RotationRest } from '@wardstone/client/monitoring';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { CALLER, ViewerProvider } from '../../api/caller';
import { onCallTexts as texts } from '../../texts/on-call';
import { OnCallPage } from '../on-call-page';
import { NewPolicy, PolicyPage } from '../policy-page';
import { RotationPage } from '../rotation-page';
import { jsonResponse } from '../../test/json-response';

const ANN: OnCallPersonRest = {
  userId: 2,
  login: 'ann',
  reachable: false,
  methods: [],
  choosable: true,
  problem: 'No e-mail address is known.',
};
const BOB: OnCallPersonRest = {
  userId: 3,
  login: 'bob',
  name: 'Bob Ray',
  reachable: true,
  methods: ['E-mail'],
  choosable: true,
};
const ROTATION: RotationRest = {
  id: 7,
  name: 'Platform',
  timeZone: 'UTC',
  turn: 'WEEKLY',
  handOverTime: '09:00',
  firstDay: '2026-11-30',
  members: [
    { userId: 2, login: 'ann' },
    { userId: 3, login: 'bob' },
  ],
  overrides: [],
  handoverMessage: true,
  links: [],
};
const NOW: OnCallRest = {
  rotationId: 7,
  rotationName: 'Platform',
  current: { ...ANN, startTime: 1_796_029_200_000, endTime: 1_796_634_000_000, override: false },
  next: { ...BOB, startTime: 1_796_634_000_000, endTime: 1_797_238_800_000, override: false },
};
const POLICY = {
  id: 9,
  name: 'Night',
  repeatMinutes: 60,
  repeatTimes: 1,
  links: [],
  steps: [
    {
      afterMinutes: 10,
      receivers: [
        { id: 1, senderName: 'System Users', config: { subjectId: '|2|' } },
        { id: 2, senderName: 'On-Call Rotation', config: { rotationId: '7' } },
      ],
    },
  ],
};

const VIEWER = {
  identity: { user: { username: 'bob' }, subject: 'bob' },
  permissions: ['MANAGE_ALERTS', 'MANAGE_INVENTORY'],
};

describe('on-call pages', () => {
  const { fetch } = globalThis;
  const posted: { url: string; body: unknown }[] = [];
  afterEach(() => {
    cleanup();
    posted.length = 0;
    globalThis.fetch = fetch;
  });

  /** Serves these responses, by the end of the request's path. */
  function show(address: string, responses: Readonly<Record<string, unknown>>): void {
    globalThis.fetch = ((request: Request) => {
      const path = new URL(request.url, 'http://localhost').pathname;
      if (request.method !== 'GET')
        posted.push({ url: path, body: JSON.parse(request.body as unknown as string) as unknown });
      if (path === CALLER) return Promise.resolve(jsonResponse(VIEWER));
      const key = Object.keys(responses).find((end) => `${request.method} ${path}`.endsWith(end));
      return Promise.resolve(jsonResponse(key === undefined ? [] : responses[key]));
    }) as typeof globalThis.fetch;
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData([CALLER], VIEWER);
    const routes = [
      { path: '/alerts/on-call', element: <OnCallPage /> },
      { path: '/alerts/on-call/rotations/:id', element: <RotationPage /> },
      { path: '/alerts/on-call/policies/new', element: <NewPolicy /> },
      { path: '/alerts/on-call/policies/:id', element: <PolicyPage /> },
    ].map(({ path, element }) => ({ path, element: <ViewerProvider>{element}</ViewerProvider> }));
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
      </QueryClientProvider>,
    );
  }

  it('show on top who is on call, who is next, and in red whom nothing reaches and why', async () => {
    show('/alerts/on-call', { '/on-call/now': [NOW], '/on-call/rotation': [ROTATION] });
    const table = await screen.findByRole('grid', { name: texts.now });
    expect(within(table).getByText('ann')).toBeTruthy();
    expect(within(table).getByText(texts.unreachable)).toBeTruthy();
    expect(within(table).getByText('No e-mail address is known.')).toBeTruthy();
    expect(within(table).getByText(/bob/)).toBeTruthy();
    expect(screen.getAllByRole('grid')[0]).toBe(table);
  });

  it('list everyone who can be on call, and name whom the steps of policies notify', async () => {
    show('/alerts/on-call', {
      '/on-call/person': [ANN, BOB],
      '/on-call/rotation': [ROTATION],
      '/on-call/escalation': [POLICY],
    });
    const table = await screen.findByRole('grid', { name: texts.people.title });
    expect(within(table).getByText('ann')).toBeTruthy();
    expect(within(table).getByText(texts.unreachable)).toBeTruthy();
    expect(await screen.findByText('after 10 min: System Users, On-Call Rotation (Platform)')).toBeTruthy();
    // Callers who may not change accounts get no links to contact methods.
    expect(screen.queryByRole('button', { name: texts.people.add })).toBeNull();
  });

  it('name members of a rotation whom nothing reaches', async () => {
    show('/alerts/on-call/rotations/7', {
      '/rotation/7': ROTATION,
      '/7/now': { userId: 2, login: 'ann', startTime: 1, endTime: 2, override: false },
      '/on-call/person': [ANN, BOB],
    });
    expect(await screen.findByText(texts.unreachablePerson('ann'))).toBeTruthy();
    expect(screen.queryByText(texts.unreachablePerson('bob'))).toBeNull();
  });

  it('name unreachable users of a policy and people on call', async () => {
    show('/alerts/on-call/policies/9', {
      '/escalation/9': POLICY,
      '/on-call/now': [NOW],
      '/on-call/person': [ANN],
      '/alert/senders': [],
      '/sender/System%20Users': { properties: [] },
      '/sender/On-Call%20Rotation': { properties: [] },
    });
    expect(await screen.findByText(texts.unreachablePerson('ann'))).toBeTruthy();
    expect(await screen.findByText(texts.unreachableOnCall('ann', 'Platform'))).toBeTruthy();
  });

  it('create a rotation with one click per person, and focus its name', async () => {
    show('/alerts/on-call', { '/on-call/person': [ANN, BOB], 'POST /rest/on-call/rotation': ROTATION });
    fireEvent.click(await screen.findByRole('button', { name: texts.addRotation }));
    fireEvent.change(document.activeElement!, { target: { value: 'Nights' } });
    fireEvent.click(await screen.findByRole('button', { name: texts.addPerson('Bob Ray (bob)') }));
    fireEvent.click(screen.getByRole('button', { name: texts.addPerson(texts.unreachableChoice('ann')) }));
    fireEvent.click(screen.getByRole('button', { name: texts.create }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]!.body).toMatchObject({ name: 'Nights', members: [{ userId: 3 }, { userId: 2 }] });
  });

  it('propose to escalate to the newest rotation', async () => {
    const older = { ...ROTATION, id: 3, name: 'Shop' };
    show('/alerts/on-call/policies/new', { '/on-call/rotation': [ROTATION, older], 'POST /escalation': POLICY });
    fireEvent.click(await screen.findByRole('button', { name: texts.create }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]!.body).toMatchObject({
      name: 'Platform',
      steps: [{ afterMinutes: 10, receivers: [{ senderName: 'On-Call Rotation', config: { rotationId: 7 } }] }],
    });
  });

  it('create an address for a calendar program, which is shown once', async () => {
    const address = 'https://x.test/rest/on-call/calendar?token=wsc_abc';
    show('/alerts/on-call/rotations/7', {
      '/rotation/7': ROTATION,
      '/7/now': { userId: 2, login: 'ann', startTime: 1, endTime: 2, override: false },
      'POST /rest/on-call/feed': { address },
    });
    fireEvent.click(await screen.findByRole('button', { name: texts.feeds.action }));
    fireEvent.click(await screen.findByRole('button', { name: texts.feeds.create }));
    expect(await screen.findByDisplayValue(address)).toBeTruthy();
    expect(screen.getByText(texts.feeds.once)).toBeTruthy();
    expect(posted).toEqual([{ url: '/rest/on-call/feed', body: { rotationId: 7 } }]);
  });
});
