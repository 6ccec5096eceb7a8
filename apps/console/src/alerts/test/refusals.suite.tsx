import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { ApiError } from '@wardstone/client';
import { CALLER, ViewerProvider } from '../../api/caller';
import { jsonResponse } from '../../test/json-response';
import { alertTexts } from '../../texts/alerts';
import { onCallTexts } from '../../texts/on-call';
import { partTexts } from '../../texts/parts';
import { DefinitionForm } from '../definition-form';
import { newCondition } from '../domain/condition-draft';
import { NEW_DEFINITION } from '../domain/definition-draft';
import { PartlySaved } from '../partly-saved';
import { PolicyPage } from '../policy-page';

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

const VIEWER = { identity: { user: { username: 'bob' }, subject: 'bob' }, permissions: ['MANAGE_INVENTORY'] };
const receiver = (url: string) => ({ senderName: 'Webhook', config: { url } });
const TWO = [receiver('https://fine.example.test'), receiver('not a url')];

function givenWebhook(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData([CALLER], VIEWER);
  client.setQueryData(['/rest/alert/senders', { query: { include: 'label,problem,testable' } }], [WEBHOOK]);
  client.setQueryData(
    ['/rest/alert/sender/{name}', { path: { name: 'Webhook' }, query: { include: 'properties' } }],
    WEBHOOK,
  );
  return client;
}

/** A definition with two receivers of a kind, which the service refuses. */
function showForm(error: Error): void {
  render(
    <QueryClientProvider client={givenWebhook()}>
      <MemoryRouter>
        <ViewerProvider>
          <DefinitionForm
            initial={{
              ...NEW_DEFINITION,
              name: 'down',
              conditions: [newCondition('AVAILABILITY')],
              notifications: TWO,
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

/** An escalation policy whose second receiver the service refuses. */
async function saveRefusedPolicy(refused: { field: string; problem: string }): Promise<void> {
  const policy = { id: 9, name: 'Night', repeatMinutes: 0, repeatTimes: 0, links: [], steps: [{ afterMinutes: 5 }] };
  const stored = { ...policy, steps: [{ afterMinutes: 5, receivers: TWO }] };
  globalThis.fetch = (({ method, url }: Request) => {
    if (method === 'GET') return Promise.resolve(jsonResponse(url.endsWith('/escalation/9') ? stored : []));
    const fields = [{ field: refused.field, problems: [refused.problem] }];
    return Promise.resolve(jsonResponse({ detail: `Webhook: ${refused.problem}`, fields }, 406));
  }) as typeof fetch;
  render(
    <QueryClientProvider client={givenWebhook()}>
      <MemoryRouter initialEntries={['/9']}>
        <ViewerProvider>
          <Routes>
            <Route path="/:id" element={<PolicyPage />} />
          </Routes>
        </ViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: onCallTexts.save }));
}

const fields = (): HTMLElement[] => screen.getAllByRole('textbox', { name: /^Address/ });
const marked = (): (string | null)[] => fields().map((field) => field.getAttribute('aria-invalid'));

describe('a receiver that the service refuses', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    cleanup();
    globalThis.fetch = fetch;
  });

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

  it('is marked in the step of an escalation policy, until the value changes', async () => {
    await saveRefusedPolicy({ field: 'steps.0.receivers.1.url', problem: PROBLEM });
    await waitFor(() => expect(marked()).toEqual(['false', 'true']));
    screen.getByText('Must be an address');
    screen.getByText(partTexts.fieldsRefused);
    expect(screen.queryByText(new RegExp(PROBLEM))).toBeNull();

    fireEvent.change(fields()[1]!, { target: { value: 'https://other.example.test' } });
    expect(marked()).toEqual(['false', 'false']);
  });

  it('is shown below the steps if it names none of their fields', async () => {
    await saveRefusedPolicy({ field: 'name', problem: 'is taken' });
    await screen.findByText(/is taken/);
    screen.getByText(new RegExp(partTexts.refused));
    expect(marked()).toEqual(['false', 'false']);
  });
});
