import { Alert, Button, FormGroup } from '@patternfly/react-core';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useMay } from '../api/caller';
import { useChanged, useFetched, useGet, wardstone } from '../api/client';
import type { OfResource } from '../api/monitoring';
import { Chooser } from '../parts/chooser';
import { ChoiceField, FormDialog, Help, SearchField, TextField, Tick } from '../parts/forms';
import { useRested } from '../parts/rested';
import { ErrorState } from '../parts/states';
import { SAVED } from '../parts/unsaved';
import { probeTexts as texts } from '../texts/probes';
import {
  isComplete,
  type ProbeField,
  type ProbeKind,
  type ProbeValues,
  probeValues,
  shownFields,
  toConnection,
  usualName,
} from './domain/probe-kinds';

const PLUGIN = 'Probes';
const QUORUM = 'Quorum';
const HOSTS = 50;
/** Maximum number of probes of a quorum. */
const MAX_QUORUM = 20;
const CONFIGURATION = '/rest/resource/{id}/configuration';

export function isProbe({ pluginName, typeName }: Pick<ResourceWithType, 'pluginName' | 'typeName'>): boolean {
  return pluginName === PLUGIN && Object.hasOwn(texts.kinds, typeName);
}

export function isQuorum({ pluginName, typeName }: Pick<ResourceWithType, 'pluginName' | 'typeName'>): boolean {
  return pluginName === PLUGIN && typeName === QUORUM;
}

/** Adds a probe to a host; shown only with the permission to set the target. */
export function AddProbe({ resource }: OfResource): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayCreate = useMay('CREATE_CHILD_RESOURCES');
  const mayName = useMay('MANAGE_SETTINGS');
  if (!mayCreate || !mayName) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {texts.add}
      </Button>
      {isOpen && <NewProbe resource={resource} close={() => setOpen(false)} />}
    </>
  );
}

function NewProbe({ resource, close }: OfResource & { close: () => void }): ReactNode {
  const { resourceId: parentId, resourceName: host } = resource;
  const [kind, setKind] = useState<ProbeKind>('HTTP Probe');
  const [values, setValues] = useState<ProbeValues>(() => probeValues('HTTP Probe'));
  const [given, setName] = useState('');
  const [also, setAlso] = useState<ChosenHosts>(new Map());
  const [quorum, setQuorum] = useState('');
  const mayAlert = useMay('MANAGE_ALERTS');
  const changed = useChanged();
  const navigate = useNavigate();
  const name = given.trim() || usualName(values);
  const hosts = also.size + 1;
  // The field is shown, and counts, only with several hosts.
  const down = hosts > 1 ? quorum.trim() : '';
  const quorumProblem = down === '' ? undefined : findQuorumProblem(down, hosts);
  const created = useRef(new Map<string, number>());
  const submit = async (): Promise<number> => {
    const pluginConfig = toConnection(kind, values);
    const create = (parent: number) =>
      createOnce(created.current, { resourceName: name, parentId: parent, typeName: kind, pluginConfig });
    const id = await create(parentId);
    const ids = [id];
    const missing: string[] = [];
    let failure: Error | undefined;
    for (const [below, belowName] of also) {
      try {
        ids.push(await create(below));
      } catch (error) {
        failure ??= error as Error;
        missing.push(belowName);
      }
    }
    if (failure) throw new Error(`${texts.partly(missing.join(', '))}: ${failure.message}`);
    if (down === '') return id;
    const target = await createOnce(created.current, {
      resourceName: name,
      parentId,
      typeName: QUORUM,
      pluginConfig: { resources: ids.join(), down: Number(down) },
    });
    if (mayAlert) await createAlert(target, texts.alertName(name, Number(down)));
    return target;
  };
  return (
    <FormDialog
      title={texts.title(host)}
      action={texts.add}
      isReady={isComplete(kind, values) && name !== '' && quorumProblem === undefined}
      submit={() => changed(submit())}
      submitted={(id) => void navigate(`/inventory/${id}`, SAVED)}
      close={close}
    >
      <PermittedTargets hostId={parentId} />
      <ChoiceField
        label={texts.kind}
        value={kind}
        options={Object.entries(texts.kinds) as [ProbeKind, string][]}
        change={(next) => {
          setKind(next);
          setValues({ ...probeValues(next), ...keptTarget(next, values) });
        }}
        isRequired
      />
      <ProbeFields kind={kind} values={values} set={setValues} />
      <TextField label={texts.name} value={given} change={setName} help={texts.defaults(usualName(values) || '–')} />
      <OtherHosts own={parentId} chosen={also} choose={setAlso} />
      {hosts > 1 && (
        <TextField
          label={texts.quorum}
          value={quorum}
          change={setQuorum}
          type="number"
          min={1}
          max={String(Math.min(hosts, MAX_QUORUM))}
          problem={quorumProblem}
          help={mayAlert ? texts.quorumAlertHelp : texts.quorumHelp}
        />
      )}
    </FormDialog>
  );
}

/** Values that mean the same for another kind of probe are kept. */
function keptTarget(kind: ProbeKind, values: ProbeValues): ProbeValues {
  const host = usualName(values);
  return shownFields(kind, {}).some(({ name }) => name === 'host') && host !== '' ? { host } : {};
}

/** Names of hosts by id. */
type ChosenHosts = ReadonlyMap<number, string>;

interface OtherHostsProps {
  own: number;
  chosen: ChosenHosts;
  choose: (hosts: ChosenHosts) => void;
}

/** Chooses among the other hosts in inventory; shown only if there are any. */
function OtherHosts({ own, chosen, choose }: OtherHostsProps): ReactNode {
  const [text, setText] = useState('');
  const q = useRested(text.trim());
  const query = useFetched(['/rest/resource/platforms', own, 'probes', q], async (signal) => {
    const platforms = { status: 'COMMITTED', category: 'PLATFORM', sort: 'naturalName', ...(q && { q }) } as const;
    const page = await wardstone.page('/rest/resource', { page: 0, size: HOSTS, query: platforms, signal });
    const rows = page.rows.filter(({ resourceId, pluginName }) => resourceId !== own && pluginName === 'Platforms');
    return { rows, total: page.total - page.rows.length + rows.length };
  });
  if (q === '' && text === '' && query.data?.total === 0) return null;
  const tick = (hosts: readonly ResourceWithType[], isOn: boolean): void => {
    const next = new Map(chosen);
    for (const { resourceId, resourceName } of hosts) {
      if (isOn) next.set(resourceId, resourceName);
      else next.delete(resourceId);
    }
    choose(next);
  };
  return (
    <FormGroup label={texts.also} isStack>
      <Chooser
        label={texts.also}
        query={query}
        failed={texts.hostsFailed}
        toOption={({ resourceId, resourceName }) => ({ id: `host-${resourceId}`, label: resourceName })}
        isChosen={({ resourceId }) => chosen.has(resourceId)}
        choose={tick}
        empty={<p>{texts.noHosts}</p>}
        chosen={texts.chosenHosts([...chosen.values()])}
      >
        <SearchField label={texts.searchHosts} value={text} change={setText} />
      </Chooser>
      <Help>{texts.alsoHelp}</Help>
    </FormGroup>
  );
}

/** Why the number of hosts makes no quorum. Pure. */
function findQuorumProblem(down: string, hosts: number): string | undefined {
  if (hosts > MAX_QUORUM) return texts.quorumHosts;
  const isInRange = /^\d{1,2}$/.test(down) && Number(down) >= 1 && Number(down) <= hosts;
  return isInRange ? undefined : texts.quorumRange(hosts);
}

interface Creation {
  resourceName: string;
  parentId: number;
  typeName: string;
  pluginConfig: Record<string, string | number>;
}

/** Creates a resource, or returns the one of an earlier attempt, because the server refuses to create it again. */
async function createOnce(created: Map<string, number>, creation: Creation): Promise<number> {
  const key = JSON.stringify(creation);
  const earlier = created.get(key);
  if (earlier !== undefined) return earlier;
  const { resourceId }: ResourceWithType = await wardstone.post('/rest/resource', {
    body: { ...creation, pluginName: PLUGIN },
  });
  created.set(key, resourceId);
  return resourceId;
}

async function createAlert(resourceId: number, name: string): Promise<void> {
  const body = {
    name,
    enabled: true,
    priority: 'HIGH' as const,
    conditionMode: 'ANY' as const,
    conditions: [{ category: 'AVAILABILITY' as const, name: 'AVAIL_GOES_DOWN' }],
  };
  await wardstone.post('/rest/alert/definitions', { query: { resourceId }, body });
}

/** Changes the settings of a probe; shown only with the permission. */
export function EditProbe({ resource }: OfResource): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const mayEdit = useMay('MODIFY_RESOURCE');
  if (!mayEdit || !isProbe(resource)) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        {texts.edit}
      </Button>
      {isOpen && <EditDialog resource={resource} close={() => setOpen(false)} />}
    </>
  );
}

function EditDialog({ resource, close }: OfResource & { close: () => void }): ReactNode {
  const { resourceId: id, resourceName, typeName, parentId } = resource;
  const kind = typeName as ProbeKind;
  const path = { id };
  const { data } = useGet(CONFIGURATION, { path });
  const [entered, enter] = useState<ProbeValues>();
  const values = entered ?? (data && probeValues(kind, data.pluginConfig));
  const changed = useChanged();
  return (
    <FormDialog
      title={texts.editTitle(resourceName)}
      action={texts.save}
      isReady={values !== undefined && isComplete(kind, values)}
      submit={() =>
        changed(wardstone.put(CONFIGURATION, { path, body: { pluginConfig: toConnection(kind, values!) } }))
      }
      submitted={close}
      close={close}
    >
      {parentId !== null && <PermittedTargets hostId={parentId} />}
      {values && <ProbeFields kind={kind} values={values} set={enter} />}
    </FormDialog>
  );
}

/** Shows the targets that the owner of the host permits, as reported by its agent. */
function PermittedTargets({ hostId }: { hostId: number }): ReactNode {
  const query = useFetched(['/rest/resource/{id}/children', hostId, 'permissions'], async (signal) => {
    const path = { id: hostId };
    const wanted = { path, page: 0, size: 10, query: { q: 'permissions' }, signal };
    const { rows } = await wardstone.page('/rest/resource/{id}/children', wanted);
    const found = rows.find(
      ({ pluginName, typeName }) => pluginName === 'Host Control' && typeName === 'Host Configuration',
    );
    if (!found) return null;
    const { resourceConfig } = await wardstone.get(CONFIGURATION, { path: { id: found.resourceId }, signal });
    const targets = (resourceConfig as Record<string, unknown>)['AGENT_PROBE_TARGETS'];
    return typeof targets === 'string' ? targets : '';
  });
  const { data: targets, error, refetch } = query;
  if (error) return <ErrorState error={error} title={texts.targetsFailed} retry={() => void refetch()} />;
  if (targets === undefined) return null;
  if (targets) return <Alert variant="info" isInline isPlain title={texts.permittedHelp(targets)} />;
  return <Alert variant="warning" isInline isPlain title={targets === '' ? texts.notPermitted : texts.unknown} />;
}

interface ProbeFieldsProps {
  kind: ProbeKind;
  values: ProbeValues;
  set: (values: ProbeValues) => void;
}

function ProbeFields({ kind, values, set }: ProbeFieldsProps): ReactNode {
  return shownFields(kind, values).map((field) => (
    <ProbeInput
      key={`${kind} ${field.name}`}
      field={field}
      value={values[field.name] ?? ''}
      set={(value) => set({ ...values, [field.name]: value })}
    />
  ));
}

function ProbeInput(props: { field: ProbeField; value: string; set: (value: string) => void }): ReactNode {
  const { field, value, set } = props;
  const { name, kind, isRequired = false, usual, options = [] } = field;
  const label = texts.fields[name];
  if (kind === 'flag') return <Tick label={label} isOn={value === 'true'} change={(isOn) => set(String(isOn))} />;
  if (kind === 'choice') {
    return <ChoiceField label={label} value={value} options={options.map((each) => [each, each])} change={set} />;
  }
  const own = (texts.help as Partial<Record<string, string>>)[name];
  const help = own ?? (usual === undefined ? undefined : texts.defaults(usual));
  return (
    <TextField
      label={label}
      value={value}
      change={set}
      type={kind}
      help={help}
      isRequired={isRequired}
      {...(kind === 'password' ? { autoComplete: 'off' } : {})}
    />
  );
}
