import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { ApiError } from '@wardstone/client';
import { CALLER, ViewerProvider } from '../../api/caller';
import { alertTexts } from '../../texts/alerts';
import { DefinitionForm } from '../definition-form';
import { newCondition } from '../domain/condition-draft';
import { NEW_DEFINITION } from '../domain/definition-draft';
import { PartlySaved } from '../partly-saved';

const texts = alertTexts.definition;
const PROBLEM = 'property url must be an address';
const refusal = new ApiError(
  406,
  'invalid_content',
  `Webhook: ${PROBLEM}`,
  new Map([['notifications.1.url', [PROBLEM]]]),
);

const WEBHOOK = {
  senderName: 'Webhook',
  label: 'Webhook',
  description: 'Calls an address',
  properties: [{ name: 'url', label: 'Address', type: 'STRING', required: true, choices: [] }],
};

/** A definition with two receivers of a kind, which the service refuses. */
function showForm(error: Error): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData([CALLER], { identity: { user: { username: 'bob' }, subject: 'bob' }, permissions: [] });
  client.setQueryData(['/rest/alert/senders', { query: { include: 'label,problem,testable' } }], [WEBHOOK]);
  client.setQueryData(
    ['/rest/alert/sender/{name}', { path: { name: 'Webhook' }, query: { include: 'properties' } }],
    WEBHOOK,
  );
  const receiver = (url: string) => ({ senderName: 'Webhook', config: { url } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ViewerProvider>
          <DefinitionForm
            initial={{
              ...NEW_DEFINITION,
              name: 'down',
              conditions: [newCondition('AVAILABILITY')],
              notifications: [receiver('https://fine.example.test'), receiver('not a url')],
            }}
            sample={null}
            action={texts.save}
            save={() => Promise.reject(error)}
          />
        </ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: texts.save }));
}

const fields = (): HTMLElement[] => screen.getAllByRole('textbox', { name: /^Address/ });
const marked = (): (string | null)[] => fields().map((field) => field.getAttribute('aria-invalid'));

describe('a receiver that the service refuses', () => {
  afterEach(cleanup);

  it('is marked at the right field, until the value changes', async () => {
    showForm(refusal);
    await waitFor(() => expect(marked()).toEqual(['false', 'true']));
    expect(document.getElementById(fields()[1]!.getAttribute('aria-describedby')!)?.textContent).toMatch(
      /^Must be an address/,
    );
    expect(screen.getByText(texts.fieldsRefused)).toBeTruthy();
    expect(screen.queryByText(texts.saveFailed)).toBeNull();

    fireEvent.change(fields()[1]!, { target: { value: 'https://other.example.test' } });
    expect(marked()).toEqual(['false', 'false']);
  });

  it('is marked when other changes were saved, which are listed', async () => {
    showForm(new PartlySaved(refusal, ['the settings'], ['the receiver']));
    await waitFor(() => expect(marked()).toEqual(['false', 'true']));
    expect(screen.getByText(texts.stored('the settings'))).toBeTruthy();
  });

  it('is shown above the form where the service names no field', async () => {
    showForm(new ApiError(403, 'insufficient_scope', 'You may not.'));
    await screen.findByText('You may not.');
    expect(marked()).toEqual(['false', 'false']);
  });
});
