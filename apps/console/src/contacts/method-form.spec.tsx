import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { jsonResponse } from '../test/json-response';
import { contactTexts as texts } from '../texts/contacts';
import { partTexts } from '../texts/parts';
import type { ContactKind } from './contact-kind';
import { MethodForm } from './method-form';

const EMAIL = {
  kind: 'EMAIL',
  label: 'E-mail',
  properties: [{ name: 'emailAddress', label: 'Address', type: 'STRING', required: true, choices: [] }],
} as unknown as ContactKind;
const PROBLEM = 'property emailAddress must be an e-mail address';

describe('a contact method that the service refuses', () => {
  const { fetch } = globalThis;
  afterEach(() => {
    cleanup();
    globalThis.fetch = fetch;
  });

  const save = (fields: readonly object[]): void => {
    globalThis.fetch = () => Promise.resolve(jsonResponse({ detail: `E-mail: ${PROBLEM}`, fields }, 406));
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <MethodForm
            owner={{ login: 'bob', isOwn: true }}
            kinds={[EMAIL]}
            stored={undefined}
            saved={() => undefined}
            close={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    fireEvent.change(field(), { target: { value: 'bob' } });
    fireEvent.click(screen.getByRole('button', { name: texts.add }));
  };
  const field = (): HTMLElement => screen.getByRole('textbox', { name: /^Address/ });
  const isMarked = (): boolean => field().getAttribute('aria-invalid') === 'true';

  it('is marked at its field, without names of the API, until the value changes', async () => {
    save([{ field: 'emailAddress', problems: [PROBLEM] }]);
    await waitFor(() => expect(isMarked()).toBe(true));
    screen.getByText('Must be an e-mail address');
    await screen.findByText(partTexts.fieldsRefused);
    expect(screen.queryByText(new RegExp(PROBLEM))).toBeNull();

    fireEvent.change(field(), { target: { value: 'bob@example.test' } });
    expect(isMarked()).toBe(false);
  });

  it('says why below the form where no field of it is named', async () => {
    save([]);
    await screen.findByText(`E-mail: ${PROBLEM}`);
    expect(isMarked()).toBe(false);
  });
});
