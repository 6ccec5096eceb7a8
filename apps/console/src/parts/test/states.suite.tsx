import { Button } from '@patternfly/react-core';
import { QueryClient, QueryClientProvider, type UseQueryResult } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { ApiError, type NumberedPage } from '@wardstone/client';
import { partTexts } from '../../texts/parts';
import { ConfirmDialog, FormDialog, TextField } from '../forms';
import { EmptyPart, Loaded } from '../states';
import { List, type ListWanted } from '../list';

interface Thing {
  id: string;
  name: string;
}

const things = (count: number): Thing[] =>
  Array.from({ length: count }, (_thing, at) => ({ id: String(at), name: `thing ${at + 1}` }));
const rows = (): HTMLElement[] =>
  within(screen.getByRole('grid', { name: 'Things' }))
    .getAllByRole('row')
    .slice(1);

function Address(): ReactNode {
  return <output>{useLocation().search}</output>;
}

/** Renders at its own address, without retries. */
function show(what: ReactNode, address = '/things'): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        {what}
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

describe('states of the parts that pages share', () => {
  afterEach(cleanup);

  describe('a list', () => {
    const showList = (fetchPage: (wanted: ListWanted) => Promise<NumberedPage<Thing>>, address?: string): void =>
      show(
        <List<Thing>
          label="Things"
          source="/things"
          toKey={({ id }) => id}
          filters={[{ kind: 'text', name: 'q', label: 'Name' }]}
          columns={[{ name: 'name', title: 'Name', isSortable: true, cell: ({ name }) => name }]}
          fetchPage={fetchPage}
          empty={<EmptyPart title="No things yet" action={<Button>New thing</Button>} />}
        />,
        address,
      );
    const toPage = (count: number): Promise<NumberedPage<Thing>> =>
      Promise.resolve({ rows: things(Math.min(count, 20)), total: count });

    it('shows a loading state', () => {
      showList(() => new Promise(() => undefined));
      expect(screen.getByRole('status', { name: partTexts.loading })).toBeTruthy();
      expect(screen.queryByRole('grid')).toBeNull();
    });

    it('shows the error, and can be reloaded', async () => {
      let isDown = true;
      showList(() => (isDown ? Promise.reject(new Error('the database is away')) : toPage(1)));
      await screen.findByText('the database is away');
      isDown = false;
      fireEvent.click(screen.getByRole('button', { name: partTexts.retry }));
      await screen.findByText('thing 1');
      expect(screen.queryByText('the database is away')).toBeNull();
    });

    it('offers the next step where there is nothing', async () => {
      showList(() => toPage(0));
      await screen.findByText('No things yet');
      expect(screen.getByRole('button', { name: 'New thing' })).toBeTruthy();
    });

    it('offers to drop the filters where they leave nothing', async () => {
      showList(({ filter }) => toPage(filter('q') === undefined ? 3 : 0), '/things?q=other');
      await screen.findByText(partTexts.noMatch.title);
      fireEvent.click(screen.getByRole('button', { name: partTexts.noMatch.clear }));
      await waitFor(() => expect(rows()).toHaveLength(3));
    });

    it('shows the filters of a link, and removes them', async () => {
      const requests: (string | undefined)[] = [];
      show(
        <List<Thing>
          label="Things"
          source="/things"
          toKey={({ id }) => id}
          filters={[{ kind: 'given', name: 'rule', label: 'Fail: no root login' }]}
          columns={[{ name: 'name', title: 'Name', cell: ({ name }) => name }]}
          fetchPage={({ filter }) => {
            requests.push(filter('rule'));
            return toPage(1);
          }}
          empty={<EmptyPart title="No things yet" />}
        />,
        '/things?rule=r1&page=3',
      );
      await screen.findByText('Fail: no root login');
      fireEvent.click(screen.getByRole('button', { name: partTexts.removeFilter }));
      await waitFor(() => expect(requests).toEqual(['r1', undefined]));
      expect(screen.queryByText('Fail: no root login')).toBeNull();
    });

    it('shows one entry without pages', async () => {
      showList(() => toPage(1));
      await waitFor(() => expect(rows()).toHaveLength(1));
      expect(screen.queryByRole('button', { name: /next page/i })).toBeNull();
    });

    it('shows a page of many, keeps it in the address, and orders by a column', async () => {
      const pages: Pick<ListWanted, 'page' | 'size' | 'sort'>[] = [];
      showList(({ page, size, sort }) => {
        pages.push({ page, size, sort });
        return toPage(5000);
      });
      await waitFor(() => expect(rows()).toHaveLength(20));
      fireEvent.click(screen.getByRole('button', { name: /next page/i }));
      await screen.findByText('?page=2');
      fireEvent.click(screen.getByRole('button', { name: 'Name' }));
      await screen.findByText('?sort=name');
      await waitFor(() =>
        expect(pages).toEqual([
          { page: 0, size: 20, sort: undefined },
          { page: 1, size: 20, sort: undefined },
          { page: 0, size: 20, sort: 'name' },
        ]),
      );
    });
  });

  describe('what is loaded', () => {
    const toQuery = (state: Partial<UseQueryResult<string>>): UseQueryResult<string> =>
      ({ data: undefined, error: null, refetch: () => undefined, ...state }) as unknown as UseQueryResult<string>;

    it('is a skeleton of as many lines until then', () => {
      show(
        <Loaded query={toQuery({})} lines={3}>
          {(text) => text}
        </Loaded>,
      );
      expect(screen.getByRole('status', { name: partTexts.loading }).children).toHaveLength(3);
    });

    it('stays beside the reason when it could not be refreshed', () => {
      show(<Loaded query={toQuery({ data: 'as it was', error: new Error('gone') })}>{(text) => <p>{text}</p>}</Loaded>);
      expect(screen.getByText('as it was')).toBeTruthy();
      expect(screen.getByText('gone')).toBeTruthy();
    });

    it('shows our message when the service is unreachable', () => {
      const error = new ApiError(0, undefined, 'fetch failed');
      show(<Loaded query={toQuery({ error })}>{(text) => text}</Loaded>);
      expect(screen.getByText(partTexts.unreachable)).toBeTruthy();
    });

    it.each([
      [404, 1],
      [500, 0],
    ])('names missing access as a possible reason of not found alone: %i', (status, times) => {
      const error = new ApiError(status, undefined, 'Alert with id 10001');
      show(<Loaded query={toQuery({ error })}>{(text) => text}</Loaded>);
      expect(screen.getByText('Alert with id 10001')).toBeTruthy();
      expect(screen.queryAllByText(partTexts.notOpen)).toHaveLength(times);
    });
  });

  describe('a form in a dialog', () => {
    const closed = jest.fn();
    beforeEach(() => closed.mockClear());

    function NameForm({ submit }: { submit: (name: string) => Promise<void> }): ReactNode {
      const [name, setName] = useState('');
      return (
        <FormDialog title="New thing" action="Create" isReady={name !== ''} submit={() => submit(name)} close={closed}>
          <TextField label="Name" value={name} change={setName} problem={name === '-' ? 'no name' : undefined} />
        </FormDialog>
      );
    }
    const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Name' });
    const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });
    const type = (value: string): boolean => fireEvent.change(field(), { target: { value } });
    const escape = (): boolean => fireEvent.keyDown(document.body, { key: 'Escape' });
    const send = (): boolean => fireEvent.submit(field().form!);

    it('is not sent before it is complete', () => {
      const submit = jest.fn();
      show(<NameForm submit={submit} />);
      expect(button('Create').disabled).toBe(true);
      send();
      expect(submit).not.toHaveBeenCalled();
    });

    it('is sent once, and closes when it was stored', async () => {
      let store = (): void => undefined;
      const submit = jest.fn(() => new Promise<void>((resolve) => (store = resolve)));
      show(<NameForm submit={submit} />);
      type('a thing');
      send();
      await waitFor(() => expect(screen.getByRole('button', { name: /Create/ })).toHaveProperty('disabled', true));
      send();
      expect(closed).not.toHaveBeenCalled();
      store();
      await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
      expect(submit.mock.calls).toEqual([['a thing']]);
    });

    it('stays open with the input and the error when it is rejected', async () => {
      show(<NameForm submit={() => Promise.reject(new Error('the name is taken'))} />);
      type('a thing');
      send();
      await screen.findByText('the name is taken');
      expect(field().value).toBe('a thing');
      expect(button('Create').disabled).toBe(false);
      expect(closed).not.toHaveBeenCalled();
    });

    it('shows errors at their fields', () => {
      show(<NameForm submit={() => Promise.resolve()} />);
      type('-');
      expect(field().getAttribute('aria-invalid')).toBe('true');
      expect(document.getElementById(field().getAttribute('aria-describedby')!)?.textContent).toContain('no name');
    });

    it('closes on Escape, after a question if something was typed', () => {
      show(<NameForm submit={() => Promise.resolve()} />);
      escape();
      expect(closed).toHaveBeenCalledTimes(1);
      type('a thing');
      escape();
      expect(closed).toHaveBeenCalledTimes(1);
      fireEvent.click(button(partTexts.unsaved.stay));
      expect(field().value).toBe('a thing');
      escape();
      fireEvent.click(button(partTexts.unsaved.leave));
      expect(closed).toHaveBeenCalledTimes(2);
    });
  });

  it('can be confirmed once the named records are known, and shows why the action failed', async () => {
    const confirm = jest.fn(() => Promise.reject(new Error('4 resources match, not 3')));
    const question = (isReady: boolean): ReactNode => (
      <ConfirmDialog title="Remove?" action="Remove" isReady={isReady} confirm={confirm} close={() => undefined} />
    );
    show(question(false));
    expect(screen.getByRole('button', { name: 'Remove' })).toHaveProperty('disabled', true);
    cleanup();
    show(question(true));
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('4 resources match, not 3');
    expect(confirm).toHaveBeenCalledTimes(1);
  });
});
