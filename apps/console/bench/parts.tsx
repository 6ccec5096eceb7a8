import '@patternfly/react-core/dist/styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { TimeChart } from '../src/charts/time-chart';
import { VirtualList, useVirtualRows } from '../src/parts/virtual-list';

/** What bench/console-report.ts asks of the page. */
interface Parts {
  /** Milliseconds until a chart of so many points is drawn. */
  drawChart: (points: number) => Promise<number>;
  /** Shows a list of so many entries, whose pages come at once. */
  showList: (entries: number) => void;
}

const HOUR_MS = 3_600_000;
const place = document.getElementById('root')!;
let root = createRoot(place);

function show(content: ReactNode): void {
  root.unmount();
  root = createRoot(place);
  flushSync(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <BrowserRouter>{content}</BrowserRouter>
      </QueryClientProvider>,
    ),
  );
}

function Entries({ count }: { count: number }): ReactNode {
  const rows = useVirtualRows(count);
  return <VirtualList label="bench" rows={rows} row={(at) => `entry ${at} ${'x'.repeat(200)}`} />;
}

const parts: Parts = {
  drawChart: async (points) => {
    const times = Array.from({ length: points }, (_point, at) => at * HOUR_MS);
    const values = times.map((_time, at) => 0.5 + 0.4 * Math.sin(at / 40) + 0.1 * Math.sin(at * 7));
    const begun = performance.now();
    show(
      <TimeChart label="bench" times={times} series={[{ label: 'load', values }]} measure={{ unit: 'PERCENTAGE' }} />,
    );
    // uPlot draws in a microtask after the effect of its component.
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - begun;
  },
  showList: (entries) => show(<Entries count={entries} />),
};
Object.assign(window, { parts });
