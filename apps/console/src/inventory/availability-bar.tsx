import { ToggleGroup, ToggleGroupItem } from '@patternfly/react-core';
import { shareText, valueText } from '@wardstone/units';
import { type ReactNode, useState } from 'react';
import { Part } from '../parts/page';
import { LIVE, useFetched, wardstone } from '../api/client';
import { SPANS } from '../charts/chart-time';
import { Facts } from '../parts/values';
import { Loaded } from '../parts/states';
import { timeText } from '../parts/time-text';
import { timeZone, usePreference } from '../api/preferences';
import { inventoryTexts } from '../texts/inventory';
import { partTexts } from '../texts/parts';
import { type Segment, toSegments, getShares } from './domain/availability-segments';
import type { OfResource } from '../api/monitoring';

const texts = inventoryTexts.history;
const HISTORY = '/rest/resource/{id}/availability/history';
const CHOICES = ['1d', '7d', '30d'] as const;
const DURATION = { unit: 'MILLISECONDS' } as const;

/** Availability of a resource over the last days, with percentages. */
export function AvailabilityBar({ resource: { resourceId } }: OfResource): ReactNode {
  const [span, setSpan] = useState<(typeof CHOICES)[number]>('1d');
  const history = useFetched(
    [HISTORY, resourceId, span],
    async (signal) => {
      const end = Date.now();
      const start = end - SPANS[span];
      const query = { start, end };
      return toSegments(await wardstone.get(HISTORY, { path: { id: resourceId }, query, signal }), query);
    },
    LIVE,
  );
  return (
    <Part
      title={texts.title}
      actions={
        <ToggleGroup aria-label={texts.title} isCompact>
          {CHOICES.map((choice) => (
            <ToggleGroupItem
              key={choice}
              text={partTexts.chart.spans[choice]}
              isSelected={choice === span}
              onChange={() => setSpan(choice)}
            />
          ))}
        </ToggleGroup>
      }
    >
      <Loaded query={history} lines={1}>
        {(segments) => <Bar segments={segments} />}
      </Loaded>
    </Part>
  );
}

function Bar({ segments }: { segments: readonly Segment[] }): ReactNode {
  const zone = usePreference(timeZone);
  const name = (type: string): string => partTexts.availability[type] ?? type;
  const shares = [...getShares(segments)].map(([type, share]) => `${name(type)} ${shareText(share)}`).join(', ');
  const downs = segments.filter(({ type }) => type === 'DOWN');
  const downTime = downs.reduce((sum, { start, end }) => sum + end - start, 0);
  return (
    <>
      <div className="availability-bar" role="img" aria-label={texts.describe(shares)}>
        {segments.map(({ type, start, end, share }) => (
          <span
            key={start}
            className={`availability-${type.toLowerCase()}`}
            style={{ flexGrow: share }}
            title={`${name(type)}: ${timeText(start, zone)} – ${timeText(end, zone)}`}
          />
        ))}
      </div>
      <p className="metric-summary">{shares}</p>
      {downs.length > 0 && (
        <Facts
          facts={[
            [texts.failures, downs.length],
            [texts.down, valueText(downTime, DURATION)],
          ]}
        />
      )}
    </>
  );
}
