import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { storedResultsAddress, useFormers } from '../former-result';

const SOURCE = storedResultsAddress('p1', 's1');

/** Sends no requests: the kept results are known or still loading. */
function formersWhere(kept: { oldest: string; total: number } | undefined): ReturnType<typeof useFormers> {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } });
  if (kept) client.setQueryData([SOURCE, 'oldest'], { rows: [{ id: kept.oldest }], total: kept.total });
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useFormers(SOURCE), { wrapper }).result.current;
}

describe('a result to compare another one with', () => {
  afterEach(cleanup);

  it('is not offered beside a single one', () => {
    const { any, of } = formersWhere({ oldest: 'r1', total: 1 });

    expect([any, of('r1')]).toEqual([false, false]);
  });

  it('is offered beside all but the oldest', () => {
    const { any, of } = formersWhere({ oldest: 'r1', total: 3 });

    expect([any, of('r1'), of('r2'), of('r3')]).toEqual([true, false, true, true]);
  });

  it('is not offered before it is known whether there is one', () => {
    const { any, of } = formersWhere(undefined);

    expect([any, of('r1')]).toEqual([false, false]);
  });
});
