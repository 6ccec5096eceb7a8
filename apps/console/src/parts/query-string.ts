import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export type Changes = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The parameters after changes: what is undefined or empty goes, of a list each value is given. Pure. */
export function changed(current: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    const values = typeof value === 'string' ? [value] : (value ?? []);
    for (const each of values) if (each !== '') next.append(name, each);
  }
  return next;
}

/**
 * The query of the address, which holds filters, order and page, so that what is shown can be shared. Changes are made to
 * the address as it is, of which the page that is shown may be a few changes behind; a page that is being left makes none.
 */
export function useQueryString(): [query: URLSearchParams, change: (changes: Changes) => void] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shownAt = useRef(window.location.pathname);
  useEffect(() => {
    shownAt.current = window.location.pathname;
  }, [pathname]);
  const change = useCallback(
    (changes: Changes) => {
      if (window.location.pathname !== shownAt.current) return;
      const next = changed(new URLSearchParams(window.location.search), changes);
      void navigate(`?${next.toString()}`, { replace: true });
    },
    [navigate],
  );
  return [query, change];
}

export interface Paging {
  /** From 0. */
  page: number;
  size: number;
  /** Name of the column, `-` in front for descending. */
  sort: string | undefined;
}

/** Page, size and order of a list, of the address. Pure. */
export function pagingOf(query: URLSearchParams, size = 20): Paging {
  return {
    page: Math.max(0, numberOf(query.get('page'), 1) - 1),
    size: Math.max(1, numberOf(query.get('size'), size)),
    sort: query.get('sort') ?? undefined,
  };
}

function numberOf(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;
}
