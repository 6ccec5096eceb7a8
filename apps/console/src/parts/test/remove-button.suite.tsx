import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { wardstone } from '../../api/client';
import { column, List } from '../list';
import { RemoveButton } from '../remove-button';
import { jsonResponse } from '../../test/json-response';

/** Stored records of the fake service. */
const stored = new Set<string>();
const requests: string[] = [];
let refusal: string | undefined;

function respond({ url, method }: Request): Promise<Response> {
  if (method !== 'DELETE') return Promise.resolve(jsonResponse({ tokens: [...stored].map((name) => ({ name })) }));
  requests.push(`${method} ${url}`);
  if (refusal !== undefined) return Promise.resolve(jsonResponse({ detail: refusal }, 409));
  stored.delete(url.slice('/auth/tokens/'.length));
  return Promise.resolve(jsonResponse(null));
}

describe('removing a row of a list', () => {
  beforeEach(() => {
    globalThis.fetch = respond as typeof fetch;
    requests.length = 0;
    refusal = undefined;
    stored.clear();
    for (const name of ['one', 'two']) stored.add(name);
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <List<string>
            label="Things"
            source="/auth/tokens"
            toKey={(name) => name}
            fetchPage={async ({ signal }) => ({
              rows: (await wardstone.get('/auth/tokens', { signal })).tokens.map(({ name: token }) => token),
              total: 2,
            })}
            columns={[
              column('name', 'Name', (name) => name),
              column('actions', 'Actions', (name) => (
                <RemoveButton
                  action="Remove"
                  title={`Remove ${name}`}
                  remove={() => wardstone.delete('/auth/tokens/{id}', { path: { id: name } })}
                >
                  It does not come back.
                </RemoveButton>
              )),
            ]}
            empty={null}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
  afterEach(cleanup);

  const open = async (name: string): Promise<HTMLElement> => {
    fireEvent.click(await screen.findByRole('button', { name: `Remove ${name}` }));
    return screen.findByRole('dialog', { name: new RegExp(`Remove ${name}`) });
  };

  it('asks for confirmation, removes only that row and refetches the list', async () => {
    const dialog = await open('two');
    expect(dialog.textContent).toContain('It does not come back.');
    expect(requests).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('two')).toBeNull());
    expect(requests).toEqual(['DELETE /auth/tokens/two']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('one')).toBeTruthy();
  });

  it('stays with the reason when it is refused', async () => {
    refusal = 'the thing is in use';
    const dialog = await open('one');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await within(dialog).findByText('the thing is in use');
    expect(stored.has('one')).toBe(true);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
