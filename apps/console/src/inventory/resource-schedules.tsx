import { FormSelect, FormSelectOption, Switch } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { MetricSchedule } from '@wardstone/client/monitoring';
import { valueText } from '@wardstone/units';
import type { ReactNode } from 'react';
import { useAction, useGet, wardstone } from '../api/client';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { column, DataTable } from '../parts/list';
import { useMay } from '../api/caller';
import { inventoryTexts } from '../texts/inventory';
import type { OfResource } from '../api/monitoring';

const texts = inventoryTexts.schedules;
const SCHEDULES = '/rest/resource/{id}/schedules';
/** Intervals offered, from half a minute to a day. */
const INTERVALS_MS = [30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 21_600, 43_200, 86_400].map(
  (seconds) => seconds * 1_000,
);
const LENGTH = { unit: 'MILLISECONDS' } as const;

type Change = Pick<MetricSchedule, 'scheduleId'> & Partial<Pick<MetricSchedule, 'enabled' | 'collectionInterval'>>;

/** Schedules of a resource, editable with the permission. */
export function ResourceSchedules({ resource: { resourceId } }: OfResource): ReactNode {
  const wanted = { path: { id: resourceId }, query: { enabledOnly: false } };
  const query = useGet(SCHEDULES, wanted);
  const queries = useQueryClient();
  const { run, isBusy, error } = useAction(async ({ scheduleId, ...body }: Change) => {
    const stored = await wardstone.put('/rest/metric/schedule/{id}', { path: { id: scheduleId }, body });
    queries.setQueryData<MetricSchedule[]>([SCHEDULES, wanted], (rows) =>
      rows?.map((row) => (row.scheduleId === scheduleId ? { ...row, ...stored } : row)),
    );
    void queries.invalidateQueries({ queryKey: [SCHEDULES] });
  });
  const isFixed = !useMay('MANAGE_MEASUREMENTS') || isBusy;
  const { empty } = texts;
  return (
    <Loaded query={query} lines={8}>
      {(schedules) =>
        schedules.length === 0 ? (
          <EmptyPart {...empty} />
        ) : (
          <>
            {error && <ErrorState error={error} title={texts.failed} />}
            <DataTable<MetricSchedule>
              label={inventoryTexts.sections.schedules}
              rows={schedules}
              toKey={({ scheduleId }) => String(scheduleId)}
              columns={[
                column('metric', texts.metric, ({ displayName }) => displayName),
                column('kind', texts.kind, ({ type }) => texts.kinds[type]),
                column('interval', texts.interval, (row) => (
                  <FormSelect
                    className="interval"
                    aria-label={texts.intervalOf(row.displayName)}
                    isDisabled={isFixed}
                    value={row.collectionInterval}
                    onChange={(_event, value) => run({ scheduleId: row.scheduleId, collectionInterval: Number(value) })}
                  >
                    {intervalsWith(row.collectionInterval).map((interval) => (
                      <FormSelectOption key={interval} value={interval} label={valueText(interval, LENGTH)} />
                    ))}
                  </FormSelect>
                )),
                column('enabled', texts.enabled, (row) => (
                  <Switch
                    id={`schedule-${row.scheduleId}`}
                    aria-label={texts.enabledOf(row.displayName)}
                    isChecked={row.enabled}
                    isDisabled={isFixed}
                    onChange={(_event, enabled) => run({ scheduleId: row.scheduleId, enabled })}
                  />
                )),
              ]}
            />
          </>
        )
      }
    </Loaded>
  );
}

/** Adds the current interval of the schedule. */
function intervalsWith(present: number): readonly number[] {
  return INTERVALS_MS.includes(present) ? INTERVALS_MS : [...INTERVALS_MS, present].sort((one, other) => one - other);
}
