import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CALLER, ViewerProvider } from '../../api/caller';
import { jsonResponse } from '../../test/json-response';
import { operationTexts as texts } from '../../texts/operations';
import { ApprovalActions } from '../monitoring/approval-actions';

const NAME = 'Restart · nginx.service';

describe('the actions on an operation that waits for approval', () => {
  afterEach(cleanup);
  const done: unknown[] = [];
  let refusal: Error | undefined;

  const show = ({ permissions = ['CONTROL'], requestedBy = 'ann' } = {}): void => {
    done.length = 0;
    refusal = undefined;
    const viewer = { identity: { user: { username: 'bob' }, subject: 'bob' }, permissions };
    globalThis.fetch = () => Promise.resolve(jsonResponse(viewer));
    const client = new QueryClient();
    client.setQueryData([CALLER], viewer);
    const act = (what: unknown): Promise<unknown> => {
      done.push(what);
      return refusal ? Promise.reject(refusal) : Promise.resolve();
    };
    render(
      <QueryClientProvider client={client}>
        <ViewerProvider>
          <ApprovalActions name={NAME} requestedBy={requestedBy} approve={() => act('approved')} reject={act}>
            level: DEBUG
          </ApprovalActions>
        </ViewerProvider>
      </QueryClientProvider>,
    );
  };
  const open = (title: string): HTMLElement => {
    fireEvent.click(screen.getByRole('button', { name: title }));
    return screen.getByRole('dialog');
  };
  const confirm = (dialog: HTMLElement, action: string) =>
    fireEvent.click(within(dialog).getByRole('button', { name: action }));

  it('show the operation before it is approved', async () => {
    show();
    const dialog = open(texts.approveTitle(NAME));
    expect(dialog.textContent).toContain('level: DEBUG');
    expect(done).toEqual([]);
    confirm(dialog, texts.approve);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(done).toEqual(['approved']);
  });

  it.each([
    ['a reason', '  wait for Sunday ', { reason: 'wait for Sunday' }],
    ['none', ' ', {}],
  ])('send %s with a rejection', async (_what, entered, sent) => {
    show();
    const dialog = open(texts.rejectTitle(NAME));
    expect(dialog.textContent).toContain(texts.rejectReasonHelp);
    fireEvent.change(within(dialog).getByLabelText(texts.reason), { target: { value: entered } });
    confirm(dialog, texts.reject);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(done).toEqual([sent]);
  });

  it('keep the reason where the rejection fails', async () => {
    show();
    const dialog = open(texts.rejectTitle(NAME));
    refusal = new Error('it does not wait for approval');
    fireEvent.change(within(dialog).getByLabelText(texts.reason), { target: { value: 'wait' } });
    confirm(dialog, texts.reject);
    await within(dialog).findByText(refusal.message);
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>(texts.reason).value).toBe('wait');
  });

  // The server compares the names in the same way.
  it.each(['bob', 'Bob'])('give %s, who requested it, the reason instead of the approval', async (requestedBy) => {
    show({ requestedBy });
    expect(screen.getByText(texts.ownRequest)).toBeTruthy();
    expect(screen.queryByRole('button', { name: texts.approveTitle(NAME) })).toBeNull();
    confirm(open(texts.rejectTitle(NAME)), texts.reject);
    await waitFor(() => expect(done).toEqual([{}]));
  });

  it('are hidden from people who may not approve', () => {
    show({ permissions: ['VIEW_RESOURCE'] });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });
});
