import { Button } from '@patternfly/react-core';
import type { ReportRecord, ScanScheduleBody, ScanScheduleRecord } from '@wardstone/client/compliance';
import { type ReactNode, useState } from 'react';
import { ApiError } from '@wardstone/client';
import { LIVE, request, useFetched, useRefresh } from '../api/client';
import { COMPLIANCE, type Single } from '../api/compliance';
import { Facts, Time } from '../parts/values';
import { ChoiceField, FormDialog, TextField, useFields } from '../parts/forms';
import { Loaded } from '../parts/states';
import { Part } from '../parts/page';
import { zoneName } from '../parts/time-text';
import { useMay } from '../api/caller';
import { complianceTexts } from '../texts/compliance';
import { scheduleTexts as words } from '../texts/schedule';
import { calendarKind, calendarTimes, toCron } from './calendar-times';
import { cronText } from './cron-text';
import { TimesFields, type ZonedTimes } from './times-fields';

const { scans: texts } = complianceTexts;

const toPath = ({ id }: ReportRecord): string => `${COMPLIANCE}/policies/${id}/scan_schedule`;

/** Schedule of a policy's scans, and the maximum age of its results. */
export function Schedule({ report }: { report: ReportRecord }): ReactNode {
  const [isChanging, setChanging] = useState(false);
  const mayChange = useMay('compliance:policy:write');
  const path = toPath(report);
  const query = useFetched([path], (signal) => readSchedule(path, signal), LIVE);
  const { max_result_age_days: days } = report;
  const change = mayChange && query.data !== undefined && (
    <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
      {texts.change}
    </Button>
  );
  return (
    <Part title={texts.schedule} actions={change}>
      <Loaded query={query} lines={2}>
        {(schedule) => (
          <>
            <Facts
              facts={[
                [texts.title, scheduleText(schedule)],
                [texts.next, schedule && <NextScan at={schedule.next_scan_at} />],
                [texts.staleAfter, days === null ? texts.staleNever : texts.days(days)],
              ]}
            />
            {isChanging && <ChangeSchedule report={report} schedule={schedule} close={() => setChanging(false)} />}
          </>
        )}
      </Loaded>
    </Part>
  );
}

function NextScan({ at }: { at: string | null }): ReactNode {
  return at === null ? texts.nextNone : <Time at={at} />;
}

/** Null if systems are scanned only on request. */
async function readSchedule(path: string, signal: AbortSignal): Promise<ScanScheduleRecord | null> {
  try {
    return (await request<Single<ScanScheduleRecord>>(path, { signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** A schedule in words. Pure. */
export function scheduleText(schedule: ScanScheduleRecord | null): string {
  if (!schedule) return words.kinds.request;
  const { interval_hours: hours, cron, time_zone: zone, spread_minutes: minutes } = schedule;
  return hours === null
    ? texts.atTimes(cronText(cron ?? '') ?? cron ?? '', zone ?? '', minutes ?? 0)
    : texts.every(hours);
}

interface Draft extends ZonedTimes {
  kind: keyof typeof words.kinds;
  hours: string;
  spread: string;
}

function toDraft(schedule: ScanScheduleRecord | null): Draft {
  return {
    kind: toKind(schedule),
    hours: String(schedule?.interval_hours ?? 24),
    ...calendarTimes(schedule?.cron ?? '30 2 * * 1'),
    zone: schedule?.time_zone ?? zoneName('local'),
    spread: String(schedule?.spread_minutes ?? 60),
  };
}

function toKind(schedule: ScanScheduleRecord | null): Draft['kind'] {
  if (!schedule) return 'request';
  return schedule.interval_hours === null ? calendarKind(schedule.cron ?? '') : 'interval';
}

/** Body of the request; undefined for no schedule. */
function toBody({ kind, hours, zone, spread, ...times }: Draft): ScanScheduleBody | undefined {
  if (kind === 'request') return undefined;
  if (kind === 'interval') return { interval_hours: Number(hours) };
  return { cron: toCron(kind, times), time_zone: zone, spread_minutes: Number(spread) };
}

const isWhole = (text: string): boolean => /^\d+$/.test(text);

function isReady({ kind, hours, zone, spread, ...times }: Draft): boolean {
  if (kind === 'interval') return isWhole(hours);
  return kind === 'request' || (toCron(kind, times).trim() !== '' && zone.trim() !== '' && isWhole(spread));
}

interface ChangeProps {
  report: ReportRecord;
  schedule: ScanScheduleRecord | null;
  close: () => void;
}

function ChangeSchedule({ report, schedule, close }: ChangeProps): ReactNode {
  const [draft, field] = useFields(() => ({
    ...toDraft(schedule),
    days: String(report.max_result_age_days ?? ''),
  }));
  const { days } = draft;
  const refresh = useRefresh();
  const submit = async (): Promise<void> => {
    const path = toPath(report);
    const body = toBody(draft);
    if (body) await request(path, { method: 'PUT', body });
    else if (schedule) await request(path, { method: 'DELETE' });
    const max_result_age_days = days === '' ? null : Number(days);
    if (max_result_age_days !== report.max_result_age_days) {
      const freshness = `${COMPLIANCE}/policies/${report.id}/freshness`;
      await request(freshness, { method: 'PUT', body: { max_result_age_days } });
    }
    await refresh();
  };
  return (
    <FormDialog
      title={texts.scheduleOf(report.title)}
      action={texts.save}
      isReady={isReady(draft) && (days === '' || isWhole(days))}
      submit={submit}
      close={close}
    >
      <ChoiceField
        {...field('kind')}
        label={texts.schedule}
        options={Object.entries(words.kinds) as [Draft['kind'], string][]}
      />
      {draft.kind === 'interval' && (
        <TextField {...field('hours')} label={texts.hours} help={texts.hoursHelp} type="number" min={1} isRequired />
      )}
      {draft.kind !== 'request' && draft.kind !== 'interval' && (
        <>
          <TimesFields kind={draft.kind} times={draft} field={field} />
          <TextField
            {...field('spread')}
            label={texts.spread}
            help={texts.spreadHelp}
            type="number"
            min={0}
            isRequired
          />
        </>
      )}
      <TextField {...field('days')} label={texts.staleDays} help={texts.staleHelp} type="number" min={1} />
    </FormDialog>
  );
}
