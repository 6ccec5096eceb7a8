import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect, useState } from 'react';
import { jsonResponse } from '../../test/json-response';
import { alertTexts } from '../../texts/alerts';
import { type ExpressionDraft, NEW_EXPRESSION } from '../domain/expression-draft';
import { ExpressionFields } from '../expression-fields';

const texts = alertTexts.definition.expression;

interface Kept {
  installationId: number | undefined;
  keep: (draft: ExpressionDraft) => void;
}

function Fields({ installationId, keep }: Kept): ReactNode {
  const [draft, setDraft] = useState(NEW_EXPRESSION);
  useEffect(() => keep(draft), [draft, keep]);
  return <ExpressionFields draft={draft} change={setDraft} installationId={installationId} />;
}

describe('the rule group of an expression', () => {
  let draft: ExpressionDraft;
  const show = (installationId: number | undefined): string[] => {
    const requests: string[] = [];
    globalThis.fetch = (({ url }: Request) => {
      requests.push(url.replace(/^https?:\/\/[^/]+/, ''));
      return Promise.resolve(jsonResponse([{ expression: { group: 'hosts', file: 'hosts.yaml', position: 0 } }]));
    }) as typeof fetch;
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Fields installationId={installationId} keep={(next) => void (draft = next)} />
      </QueryClientProvider>,
    );
    return requests;
  };
  const field = (): HTMLInputElement => screen.getByRole('combobox', { name: texts.group });

  afterEach(cleanup);

  it('is chosen among those of the installation, with a position in it', async () => {
    const requests = show(9);
    await waitFor(() => expect(document.querySelector('datalist option')?.getAttribute('value')).toBe('hosts'));
    expect(requests).toEqual([expect.stringContaining('/rest/alert/definitions?resourceId=9&include=expression')]);
    expect(screen.queryByLabelText(texts.position)).toBeNull();
    fireEvent.change(field(), { target: { value: 'hosts' } });
    expect(screen.getByText(texts.fileHelp('hosts.yaml'))).toBeTruthy();
    fireEvent.change(screen.getByLabelText(texts.position), { target: { value: '3' } });
    expect(draft).toMatchObject({ group: 'hosts', file: 'hosts.yaml', position: '3' });
    fireEvent.change(field(), { target: { value: 'own' } });
    expect(draft).toMatchObject({ group: 'own', file: '' });
  });

  it('is not offered for other resources', () => {
    expect(show(undefined)).toEqual([]);
    expect(screen.queryByLabelText(texts.group)).toBeNull();
  });
});
