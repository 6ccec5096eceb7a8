import { Alert, Button, Flex } from '@patternfly/react-core';
import type {
  EvidenceChannel,
  EvidenceScheduleBody,
  EvidenceScheduleRecord,
  ReportRecord,
} from '@wardstone/client/compliance';
import { ApiError } from '@wardstone/client';
import { type ReactNode, useState } from 'react';
import { useMay } from '../api/caller';
import { LIVE, request, useFetched, useRefresh } from '../api/client';
import { COMPLIANCE, type Single } from '../api/compliance';
import { ChoiceField, FormDialog, TextField, Tick, useFields } from '../parts/forms';
import { Part } from '../parts/page';
import { Person } from '../parts/person';
import { RemoveButton } from '../parts/remove-button';
import { Loaded } from '../parts/states';
import { zoneName } from '../parts/time-text';
import { Facts, Time } from '../parts/values';
import { downloadTexts } from '../texts/downloads';
import { evidenceMailTexts as texts } from '../texts/evidence-mails';
import { calendarKind, type CalendarKind, calendarTimes, toCron } from './calendar-times';
import { cronText } from './cron-text';
import { EvidenceChannelFields } from './evidence-channel-fields';
import { TimesFields, type ZonedTimes } from './times-fields';

const FILES: readonly (readonly [file: string, label: string])[] = [
  ...downloadTexts.formats.map(([file, name]) => [file, `${downloadTexts.evidence}: ${name}`] as const),
  ...downloadTexts.plans.map(([file, name]) => [file, `${downloadTexts.plan}: ${name}`] as const),
];
const fileLabel = (file: string): string => FILES.find(([known]) => known === file)?.[1] ?? file;

const toPath = ({ id }: ReportRecord): string => `${COMPLIANCE}/policies/${id}/evidence_schedule`;

/** When evidence of a policy is mailed, and to whom. */
export function EvidenceMails({ report }: { report: ReportRecord }): ReactNode {
  const [isChanging, setChanging] = useState(false);
  const mayWrite = useMay('compliance:policy:write');
  const mayRead = useMay('compliance:waiver:read');
  const path = toPath(report);
  const query = useFetched([path], (signal) => readSchedule(path, signal), LIVE);
  const { data: schedule } = query;
  const actions = mayWrite && mayRead && schedule !== undefined && (
    <Flex columnGap={{ default: 'columnGapSm' }}>
      <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
        {schedule ? texts.edit : texts.set}
      </Button>
      {schedule && (
        <RemoveButton action={texts.stop} title={texts.stopTitle} remove={() => request(path, { method: 'DELETE' })}>
          {texts.stopBody}
        </RemoveButton>
      )}
    </Flex>
  );
  return (
    <Part title={texts.title} actions={actions}>
      <Loaded query={query} lines={2}>
        {(found) => (
          <>
            {found ? <Shown schedule={found} /> : <p>{texts.none}</p>}
            {isChanging && <Change report={report} schedule={found} close={() => setChanging(false)} />}
          </>
        )}
      </Loaded>
    </Part>
  );
}

/** Null where evidence is not mailed. */
async function readSchedule(path: string, signal: AbortSignal): Promise<EvidenceScheduleRecord | null> {
  try {
    return (await request<Single<EvidenceScheduleRecord>>(path, { signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function Shown({ schedule }: { schedule: EvidenceScheduleRecord }): ReactNode {
  const { people, roles, addresses, channels, next_at: next, attempted_at: attempted, outcome, problem } = schedule;
  const times = cronText(schedule.cron) ?? schedule.cron;
  return (
    <>
      {problem !== null && (
        <Alert variant={schedule.state === 'off' ? 'danger' : 'warning'} isInline title={problem} component="p" />
      )}
      <Facts
        facts={[
          [texts.sent, schedule.state === 'off' ? texts.off : texts.at(times, schedule.time_zone)],
          [texts.next, next !== null && <Time at={next} />],
          [
            texts.recipients,
            [
              ...people,
              ...roles.map(texts.role),
              ...addresses,
              ...channels.map(({ name, sender }) => texts.channel(name, sender)),
            ].join(', '),
          ],
          [texts.files, schedule.files.length > 0 && schedule.files.map(fileLabel).join(', ')],
          [texts.author, <Person login={schedule.author} />],
          [
            texts.last,
            attempted !== null && (
              <>
                <Time at={attempted} /> <small>{outcome}</small>
              </>
            ),
          ],
        ]}
      />
    </>
  );
}

interface Draft extends ZonedTimes {
  kind: CalendarKind;
  people: string;
  roles: string;
  addresses: string;
}

interface ChangeProps {
  report: ReportRecord;
  schedule: EvidenceScheduleRecord | null;
  close: () => void;
}

const MONTHLY = '0 7 1 * *';
const parseList = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

function Change({ report, schedule, close }: ChangeProps): ReactNode {
  const cron = schedule?.cron ?? MONTHLY;
  const [draft, field] = useFields<Draft>(() => ({
    kind: calendarKind(cron),
    ...calendarTimes(cron),
    zone: schedule?.time_zone ?? zoneName('local'),
    people: schedule?.people.join(', ') ?? '',
    roles: schedule?.roles.join(', ') ?? '',
    addresses: schedule?.addresses.join(', ') ?? '',
  }));
  const [channels, setChannels] = useState<readonly EvidenceChannel[]>(schedule?.channels ?? []);
  const [files, setFiles] = useState<readonly string[]>(schedule?.files ?? ['evidence.pdf']);
  const refresh = useRefresh();
  const body: EvidenceScheduleBody = {
    files: files as EvidenceScheduleBody['files'],
    cron: toCron(draft.kind, draft),
    time_zone: draft.zone,
    people: parseList(draft.people),
    roles: parseList(draft.roles),
    addresses: parseList(draft.addresses),
    channels: [...channels],
  };
  const isMailed = draft.people + draft.roles + draft.addresses !== '';
  const hasRecipients = isMailed || channels.length > 0;
  const hasFiles = files.length > 0 || !isMailed;
  return (
    <FormDialog
      title={texts.dialog(report.title)}
      description={texts.help}
      action={texts.save}
      isReady={hasFiles && hasRecipients && body.cron.trim() !== '' && draft.zone.trim() !== ''}
      submit={async () => {
        await request(toPath(report), { method: 'PUT', body });
        await refresh();
      }}
      close={close}
    >
      <ChoiceField
        {...field('kind')}
        label={texts.kind}
        options={Object.entries(texts.kinds) as [CalendarKind, string][]}
      />
      <TimesFields kind={draft.kind} times={draft} field={field} />
      <TextField {...field('people')} label={texts.people} help={texts.peopleHelp} />
      <TextField {...field('roles')} label={texts.roles} help={texts.rolesHelp} />
      <TextField {...field('addresses')} label={texts.addresses} help={texts.addressesHelp} />
      <EvidenceChannelFields channels={channels} change={setChannels} />
      <fieldset className="file-choice">
        <legend>{texts.files}</legend>
        {FILES.map(([file, label]) => (
          <Tick
            key={file}
            label={label}
            isOn={files.includes(file)}
            change={(isOn) => setFiles(isOn ? [...files, file] : files.filter((other) => other !== file))}
          />
        ))}
        <small>{texts.filesHelp}</small>
      </fieldset>
    </FormDialog>
  );
}
