import { useQueries } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Page } from '../api/pages';
import { ErrorState } from './error-state';

interface VirtualListProps<T> {
  label: string;
  /** Entries of the whole list. */
  total: number;
  /** Key of the list in the memory of queries; it names the filters. */
  listKey: readonly unknown[];
  fetchPage: (page: number, size: number, signal: AbortSignal) => Promise<Page<T>>;
  row: (entry: T) => ReactNode;
  rowHeight?: number;
  /** Of the part that scrolls, in CSS. */
  height?: string;
}

const PAGE_SIZE = 100;
const OVERSCAN = 10;
/** Pages that scrolled away are forgotten after this, so that memory does not grow with the way that was scrolled. */
const KEPT_MS = 5_000;

/** A list of any length: what can be seen is in the document, what is near it was asked for. */
export function VirtualList<T>(props: VirtualListProps<T>): ReactNode {
  const { label, total, listKey, fetchPage, row, rowHeight = 40, height = '60vh' } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  });
  const items = virtual.getVirtualItems();
  const first = Math.floor((items[0]?.index ?? 0) / PAGE_SIZE);
  const last = Math.floor((items.at(-1)?.index ?? 0) / PAGE_SIZE);
  const pages = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_page, at) => ({
      queryKey: [...listKey, 'page', first + at],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(first + at, PAGE_SIZE, signal),
      gcTime: KEPT_MS,
    })),
  });
  const entryAt = (index: number): T | undefined =>
    pages[Math.floor(index / PAGE_SIZE) - first]?.data?.rows[index % PAGE_SIZE];
  const failed = pages.find(({ error }) => error !== null);
  return (
    <>
      {failed?.error && <ErrorState error={failed.error} retry={() => void failed.refetch()} />}
      {/* A region that scrolls has to be reached by keys. */}
      <div ref={scroller} className="virtual-list" style={{ height }} tabIndex={0} role="list" aria-label={label}>
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, start, size }) => {
            const entry = entryAt(index);
            return (
              <div
                key={index}
                role="listitem"
                aria-setsize={total}
                aria-posinset={index + 1}
                className="virtual-row"
                style={{ height: size, transform: `translateY(${start}px)` }}
              >
                {entry === undefined ? '…' : row(entry)}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}
