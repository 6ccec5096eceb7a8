import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { MemoryRouter, useLocation } from 'react-router';
import { CALLER, ViewerProvider } from '../api/caller';
import { jsonResponse } from '../test/json-response';
import { partTexts } from '../texts/parts';
import { probeTexts as texts } from '../texts/probes';
import { AddProbe } from './probe-form';

const HOST = { resourceId: 7, resourceName: 'web-1', pluginName: 'Platforms' } as unknown as ResourceWithType;
const hostNamed = (resourceId: number) => ({ resourceId, resourceName: `web-${resourceId}`, pluginName: 'Platforms' });

function Address() {
  return <output>{useLocation().pathname}</output>;
}

describe('the form of a probe', () => {
  afterEach(cleanup);

  let sent: { target: string; body: unknown }[];
  let refused: number;
  let isFetched: boolean;

  /** Opens the form on a host beside others. Creations are numbered from 101 and refused below some hosts. */
  const show = async (
    others: number,
    { mayAlert = true, refusedBelow = 0, isFetched: isLoaded = true } = {},
  ): Promise<void> => {
    sent = [];
    refused = refusedBelow;
    isFetched = isLoaded;
    const permissions = ['CREATE_CHILD_RESOURCES', 'MANAGE_SETTINGS', ...(mayAlert ? ['MANAGE_ALERTS'] : [])];
    const viewer = { identity: { user: { username: 'bob' }, subject: 'bob' }, permissions };
    const respond = (...of: Parameters<typeof jsonResponse>) => Promise.resolve(jsonResponse(...of));
    globalThis.fetch = ((request: Request) => {
      const { pathname, search } = new URL(request.url, 'http://localhost');
      if (request.method === 'POST') {
        const body = JSON.parse(request.body as unknown as string) as { parentId?: number };
        if (body.parentId === refused) return respond({ message: 'gone' }, 404);
        sent.push({ target: pathname + search, body });
        return respond({ resourceId: 100 + sent.length }, 201);
      }
      if (pathname === CALLER) return respond(viewer);
      if (!isFetched) return respond({ message: 'unavailable' }, 503);
      if (pathname.endsWith('/children')) return respond([], 200, { 'x-collection-size': '0' });
      const query = new URLSearchParams(search);
      const all = [HOST, ...Array.from({ length: others }, (_host, at) => hostNamed(20 + at))];
      const found = all.filter(({ resourceName }) => resourceName.includes(query.get('q') ?? ''));
      const page = found.slice(0, Number(query.get('ps')));
      return respond(page, 200, { 'x-collection-size': String(found.length) });
    }) as unknown as typeof fetch;
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData([CALLER], viewer);
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ViewerProvider>
            <AddProbe resource={HOST} />
            <Address />
          </ViewerProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: texts.add }));
    enter(texts.fields.url, 'https://shop.example.com/');
    if (isFetched && others > 0) await screen.findByLabelText('web-20');
  };
  const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
  const enter = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
  const tick = (...ids: number[]) => ids.forEach((id) => fireEvent.click(screen.getByLabelText(`web-${id}`)));
  const submitButton = () => document.querySelector<HTMLButtonElement>('button[type=submit]')!;
  const submitted = async (address: string): Promise<void> => {
    fireEvent.click(submitButton());
    await waitFor(() => expect(document.querySelector('output')?.textContent).toBe(address));
  };
  const created = () => sent.map(({ body }) => body as { typeName?: string; parentId?: number; pluginConfig?: object });

  it('adds a probe below each host, their quorum and an alert on it, and opens the quorum', async () => {
    await show(2);
    tick(20, 21);
    enter(texts.quorum, '2');
    await submitted('/inventory/104');

    expect(created().map(({ typeName, parentId }) => [typeName, parentId])).toEqual([
      ['HTTP Probe', 7],
      ['HTTP Probe', 20],
      ['HTTP Probe', 21],
      ['Quorum', 7],
      [undefined, undefined],
    ]);
    expect(created()[3]).toEqual({
      resourceName: 'shop.example.com',
      parentId: 7,
      pluginName: 'Probes',
      typeName: 'Quorum',
      pluginConfig: { resources: '101,102,103', down: 2 },
    });
    expect(sent[4]).toMatchObject({
      target: '/rest/alert/definitions?resourceId=104',
      body: { name: 'shop.example.com fails from 2 hosts', conditions: [{ name: 'AVAIL_GOES_DOWN' }] },
    });
  });

  it('finds hosts beyond the first fifty by name, and keeps those ticked before with their names', async () => {
    await show(80, { refusedBelow: 99 });
    expect(screen.queryByLabelText('web-99')).toBeNull();
    expect(screen.getByText(partTexts.chooser.first(49, 80))).toBeTruthy();
    tick(20);
    enter(texts.searchHosts, 'web-9');
    fireEvent.click(await screen.findByLabelText('web-99'));
    expect(screen.queryByLabelText('web-20')).toBeNull();
    expect(screen.getByText('2 selected: web-20, web-99')).toBeTruthy();
    enter(texts.searchHosts, 'db');
    expect(await screen.findByText(texts.noHosts)).toBeTruthy();

    fireEvent.click(submitButton());
    expect(await screen.findByText(new RegExp(texts.partly('web-99')))).toBeTruthy();
    expect(created().map(({ parentId }) => parentId)).toEqual([7, 20]);
  });

  it('offers no other hosts where there are none', async () => {
    await show(0);
    await screen.findByText(texts.unknown);
    await waitFor(() => expect(screen.queryByLabelText(texts.searchHosts)).toBeNull());
  });

  it('says that permitted targets and other hosts could not be loaded, and loads them again', async () => {
    await show(1, { isFetched: false });
    expect(await screen.findByText(texts.hostsFailed)).toBeTruthy();
    expect(await screen.findByText(texts.targetsFailed)).toBeTruthy();
    isFetched = true;
    screen.getAllByRole('button', { name: /again/i }).forEach((button) => fireEvent.click(button));
    expect(await screen.findByLabelText('web-20')).toBeTruthy();
    expect(await screen.findByText(texts.unknown)).toBeTruthy();
    expect(screen.queryByText(texts.hostsFailed)).toBeNull();
  });

  it('adds a quorum without an alert for a user who may not define alerts', async () => {
    await show(1, { mayAlert: false });
    tick(20);
    enter(texts.quorum, '1');
    await submitted('/inventory/103');
    expect(created().map(({ typeName }) => typeName)).toEqual(['HTTP Probe', 'HTTP Probe', 'Quorum']);
  });

  it('adds probes alone where no number is entered, and opens the first', async () => {
    await show(1);
    tick(20);
    await submitted('/inventory/101');
    expect(created().map(({ typeName }) => typeName)).toEqual(['HTTP Probe', 'HTTP Probe']);
  });

  it('adds neither quorum nor alert where a host refuses its probe, and names the host', async () => {
    await show(2, { refusedBelow: 20 });
    tick(20, 21);
    enter(texts.quorum, '2');
    fireEvent.click(submitButton());
    expect(await screen.findByText(new RegExp(texts.partly('web-20')))).toBeTruthy();
    expect(created().map(({ typeName, parentId }) => [typeName, parentId])).toEqual([
      ['HTTP Probe', 7],
      ['HTTP Probe', 21],
    ]);
  });

  it('adds only the missing probes when the form is submitted again', async () => {
    await show(2, { refusedBelow: 20 });
    tick(20, 21);
    enter(texts.quorum, '2');
    fireEvent.click(submitButton());
    await screen.findByText(new RegExp(texts.partly('web-20')));
    refused = 0;
    await submitted('/inventory/104');
    expect(created().map(({ typeName, parentId }) => [typeName, parentId])).toEqual([
      ['HTTP Probe', 7],
      ['HTTP Probe', 21],
      ['HTTP Probe', 20],
      ['Quorum', 7],
      [undefined, undefined],
    ]);
  });

  it.each(['0', '4', '1.5', '-1'])('accepts a quorum of 1 to 3 for three hosts, and rejects %s', async (count) => {
    await show(2);
    tick(20, 21);
    enter(texts.quorum, count);
    expect(screen.getByText(texts.quorumRange(3))).toBeTruthy();
    expect(submitButton().disabled).toBe(true);
    enter(texts.quorum, '3');
    expect(screen.queryByText(texts.quorumRange(3))).toBeNull();
    expect(submitButton().disabled).toBe(false);
  });

  it('says that a quorum has at most twenty hosts before it adds any probe', async () => {
    await show(20);
    tick(...Array.from({ length: 20 }, (_host, at) => 20 + at));
    enter(texts.quorum, '2');
    expect(screen.getByText(texts.quorumHosts)).toBeTruthy();
    expect(submitButton().disabled).toBe(true);
    tick(20);
    expect(submitButton().disabled).toBe(false);
  });

  it('ignores a number that was entered for hosts that are no longer ticked', async () => {
    await show(1);
    tick(20);
    enter(texts.quorum, '2');
    tick(20);
    expect(submitButton().disabled).toBe(false);
    await submitted('/inventory/101');
    expect(created().map(({ typeName }) => typeName)).toEqual(['HTTP Probe']);
  });
});
