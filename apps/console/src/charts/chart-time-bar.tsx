import {
  Button,
  Switch,
  ToggleGroup,
  ToggleGroupItem,
  Toolbar,
  ToolbarContent,
  ToolbarItem,
} from '@patternfly/react-core';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useQueryString } from '../parts/filters';
import { useNow } from '../parts/values';
import { timeZone, usePreference } from '../api/preferences';
import { shortTimeText, zoneName } from '../parts/time-text';
import { partTexts } from '../texts/parts';
import { type ChartTime, readChartTime, METRIC_SPANS, panRange, type SpanName, type TimeRange } from './chart-time';

/** The time range of a page's charts, from the address; a live one moves automatically. */
export function useChartTime(usual?: SpanName): [time: ChartTime, zoom: (range: TimeRange | undefined) => void] {
  const [query, change] = useQueryString();
  const { start, end, span } = readChartTime(query, useNow(), usual);
  const time = useMemo(() => ({ start, end, ...(span === undefined ? {} : { span }) }), [start, end, span]);
  const zoom = useCallback(
    (range: TimeRange | undefined) =>
      change({ start: range && String(Math.round(range.start)), end: range && String(Math.round(range.end)) }),
    [change],
  );
  return [time, zoom];
}

interface ChartTimeBarProps {
  time: ChartTime;
  spans?: readonly SpanName[];
  comparesWeek?: boolean;
  /** Further items of the toolbar. */
  children?: ReactNode;
}

/** Selects the time range, and whether the previous week is drawn as well. */
export function ChartTimeBar({ time, spans = METRIC_SPANS, comparesWeek, children }: ChartTimeBarProps): ReactNode {
  const [, change] = useQueryString();
  const now = useNow();
  const zone = usePreference(timeZone);
  const pan = (direction: -1 | 1): void => {
    const { start, end } = panRange(time, direction, now);
    change({ start: String(start), end: String(end) });
  };
  const { chart } = partTexts;
  return (
    <Toolbar aria-label={chart.time} inset={{ default: 'insetNone' }} className="filter-bar">
      <ToolbarContent>
        <ToolbarItem>
          <ToggleGroup aria-label={chart.span} isCompact>
            {spans.map((name) => (
              <ToggleGroupItem
                key={name}
                text={chart.spans[name]}
                isSelected={time.span === name}
                onChange={() => change({ span: name, start: undefined, end: undefined })}
              />
            ))}
          </ToggleGroup>
        </ToolbarItem>
        <ToolbarItem>
          <Button variant="control" aria-label={chart.earlier} onClick={() => pan(-1)}>
            ‹
          </Button>{' '}
          <Button variant="control" aria-label={chart.later} isDisabled={time.end >= now} onClick={() => pan(1)}>
            ›
          </Button>
        </ToolbarItem>
        {comparesWeek !== undefined && (
          <ToolbarItem alignSelf="center">
            <Switch
              id="compare-week"
              label={chart.compareWeek}
              isChecked={comparesWeek}
              onChange={(_event, isOn) => change({ compare: isOn ? 'week' : undefined })}
            />
          </ToolbarItem>
        )}
        {children}
        <ToolbarItem alignSelf="center" className="chart-time">
          {time.span === undefined
            ? `${shortTimeText(time.start, zone, now)} – ${shortTimeText(time.end, zone, now)}`
            : chart.live}
          {` · ${chart.zone(zoneName(zone))}`}
        </ToolbarItem>
      </ToolbarContent>
    </Toolbar>
  );
}
