import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useRef } from 'react';

const OVERSCAN = 10;
/** Height of a single-line row in pixels; other rows are measured. */
const ROW_HEIGHT = 40;
const BORDERS = 2;

/** Rendered rows of a list: the visible ones and some around them. */
export interface VirtualRows {
  scroller: RefObject<HTMLDivElement | null>;
  items: readonly VirtualItem[];
  /** Height of all rows in pixels. */
  height: number;
  count: number;
  measure: (row: Element | null) => void;
}

/** Selects the rendered rows of a list of any length. */
export function useVirtualRows(count: number): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  return {
    scroller,
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    count,
    measure: virtual.measureElement,
  };
}

interface VirtualListProps {
  label: string;
  rows: VirtualRows;
  row: (index: number) => ReactNode;
}

/** Virtualized list; short lists have the height of their rows. */
export function VirtualList({ label, rows, row }: VirtualListProps): ReactNode {
  const { scroller, items, height, count, measure } = rows;
  return (
    // A scrollable region must be focusable.
    <div
      ref={scroller}
      className="virtual-list"
      style={{ height: `min(${height + BORDERS}px, 70vh)` }}
      tabIndex={0}
      role="list"
      aria-label={label}
    >
      <div style={{ height, position: 'relative' }}>
        {items.map(({ index, start }) => (
          <div
            key={index}
            ref={measure}
            data-index={index}
            role="listitem"
            aria-setsize={count}
            aria-posinset={index + 1}
            className="virtual-row"
            style={{ transform: `translateY(${start}px)` }}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  );
}
