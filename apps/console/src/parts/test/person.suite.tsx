import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Person } from '../person';
import { TextWithTimes } from '../text-with-times';
import { jsonResponse } from '../../test/json-response';

const show = (node: ReactNode): void => {
  render(<QueryClientProvider client={new QueryClient()}>{node}</QueryClientProvider>);
};

describe('a person', () => {
  const kept = globalThis.fetch;
  afterEach(() => {
    cleanup();
    globalThis.fetch = kept;
  });

  it('is shown by name and login, and by the login where there is no name', async () => {
    const pages = [
      { names: [{ username: 'ann', name: 'Ann Lee' }], more: true },
      { names: [{ username: 'cy', name: 'Cy Ray' }], more: false },
    ];
    const requests: string[] = [];
    globalThis.fetch = ((request: Request) => {
      requests.push(request.url);
      return Promise.resolve(jsonResponse(pages[requests.length - 1]));
    }) as typeof globalThis.fetch;
    show(
      <>
        <Person login="ann" /> <Person login="bob" /> <Person login="cy" />
      </>,
    );
    expect(await screen.findByText('Ann Lee (ann) bob Cy Ray (cy)')).toBeTruthy();
    expect(requests.map((url) => url.split('/auth/')[1])).toEqual(['names', 'names?after=ann']);
  });
});

describe('a text of the API', () => {
  afterEach(cleanup);

  it('shows timestamps as readable times', () => {
    show(<TextWithTimes text="ops: no mailbox; tried again at 2026-11-30T02:34:20.123Z" />);
    expect(document.body.textContent).toMatch(/^ops: no mailbox; tried again at /);
    expect(document.body.textContent).not.toContain('2026-11-30T02');
    expect(document.querySelector('time')?.dateTime).toBe('2026-11-30T02:34:20.123Z');
  });
});
