import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { changeQuery, FilterBar, readPaging } from '../filters';

type Page = { default: () => ReactNode };
let load: (page: Page) => void;
const Thing = lazy(() => new Promise<Page>((resolve) => (load = resolve)));

describe('filters above a list', () => {
  afterEach(() => {
    jest.useRealTimers();
    cleanup();
  });

  it('do not return to the previous page while a text is still being applied', async () => {
    jest.useFakeTimers();
    window.history.replaceState({}, '', '/things');
    const list = (
      <>
        <FilterBar filters={[{ kind: 'text', name: 'q', label: 'Name' }]} />
        <Link to="/things/1">thing 1</Link>
      </>
    );
    render(
      <BrowserRouter>
        <Suspense>
          <Routes>
            <Route path="/things" element={list} />
            <Route path="/things/1" element={<Thing />} />
          </Routes>
        </Suspense>
      </BrowserRouter>,
    );
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'thing' } });
    fireEvent.click(screen.getByRole('link'));
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(window.location.pathname).toBe('/things/1');
    load({ default: () => <h1>The thing</h1> });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole('heading').textContent).toBe('The thing');
    expect(window.location.search).toBe('');
  });

  it('take a day once its year is typed, and the default when it is cleared', async () => {
    jest.useFakeTimers();
    window.history.replaceState({}, '', '/things');
    render(
      <BrowserRouter>
        <FilterBar filters={[{ kind: 'day', name: 'to', label: 'Until', usual: '2026-11-23', max: '2026-11-23' }]} />
      </BrowserRouter>,
    );
    const field = screen.getByLabelText<HTMLInputElement>('Until');
    expect(field.value).toBe('2026-11-23');
    for (const [typed, search] of [
      ['0202-05-26', ''],
      ['2026-05-26', '?to=2026-05-26'],
      ['', ''],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } });
      await act(() => jest.advanceTimersByTimeAsync(1_000));
      expect(window.location.search).toBe(search);
    }
    expect(field.value).toBe('2026-11-23');
  });
});

describe('the query of an address', () => {
  it('keeps what is not changed, replaces what is, and drops what is empty', () => {
    const current = new URLSearchParams('q=web&kind=a&kind=b&page=3');

    expect(changeQuery(current, { kind: ['c', 'd'], page: undefined }).toString()).toBe('q=web&kind=c&kind=d');
    expect(changeQuery(current, { q: '' }).toString()).toBe('kind=a&kind=b&page=3');
  });

  it.each([
    ['', { page: 0, size: 20, sort: undefined }],
    ['page=3&size=50&sort=-name', { page: 2, size: 50, sort: '-name' }],
    ['page=0&size=x', { page: 0, size: 20, sort: undefined }],
    ['page=-1&size=0', { page: 0, size: 1, sort: undefined }],
  ])('%j selects a page', (query, expected) => {
    expect(readPaging(new URLSearchParams(query))).toEqual(expected);
  });
});
