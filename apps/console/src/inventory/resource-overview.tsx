import { inventoryTexts as texts } from '../texts/inventory';
import { Button } from '@patternfly/react-core';
import type { ResourceChange } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { Part } from '../parts/page';
import { LIVE, useFetched, useGet, wardstone } from '../api/client';
import { Facts, Time } from '../parts/values';
import { EmptyPart, ErrorState, Loaded } from '../parts/states';
import { useMay } from '../api/caller';
import { AvailabilityBar } from './availability-bar';
import { fetchSystems, toHost, useMayReadFindings } from './host-compliance';
import type { OfResource } from '../api/monitoring';
import { isQuorum } from './probe-form';
import { QuorumProbes } from './quorum-probes';
import { ResourceProblems, ResourceState } from './resource-problems';
import { ResourceValues } from './resource-values';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog, LongTextField, TextField } from '../parts/forms';
import { Link } from 'react-router';
import { column, DataTable } from '../parts/list';
import type { SystemRecord, TestResultRecord } from '@wardstone/client/compliance';
import { getScore, scoreText, VerdictLabel } from '../parts/verdict';
import { COMPLIANCE, fetchNewestResults } from '../api/compliance';
import { complianceTexts } from '../texts/compliance';

/** Problems, current values and details of a resource. */
export function ResourceOverview({ resource }: OfResource): ReactNode {
  const isCommitted = resource.status === 'COMMITTED';
  const query = useGet('/rest/resource/{id}/overview', isCommitted && { path: { id: resource.resourceId } }, LIVE);
  const isPlatform = resource.parentId === null;
  return (
    <div className="parts-of-page">
      {isCommitted && (
        <Loaded query={query} lines={8}>
          {(overview) => (
            <>
              <Part title={texts.now.problems}>
                <ResourceState overview={overview} />
                <ResourceProblems overview={overview} />
              </Part>
              <ResourceValues overview={overview} />
            </>
          )}
        </Loaded>
      )}
      {isCommitted && isQuorum(resource) && <QuorumProbes resource={resource} />}
      {isCommitted && <AvailabilityBar resource={resource} />}
      {isCommitted && isPlatform && <ResourceCompliance resource={resource} />}
      {query.data && <ResourceHistory changes={query.data.changes} />}
      <About resource={resource} />
      {query.data && query.data.traits.length > 0 && (
        <Part title={texts.traits}>
          <Facts facts={query.data.traits.map(({ displayName, value }) => [displayName, value ?? texts.noTrait])} />
        </Part>
      )}
    </div>
  );
}

function About({ resource }: OfResource): ReactNode {
  const [isEdited, setEdited] = useState(false);
  const mayEdit = useMay('MODIFY_RESOURCE');
  const { resourceId, typeName, pluginName, location, description, status } = resource;
  return (
    <Part
      title={texts.about}
      actions={
        status === 'COMMITTED' &&
        mayEdit && (
          <Button variant="secondary" size="sm" onClick={() => setEdited(true)}>
            {texts.edit.action}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [texts.type, typeName],
          [texts.plugin, pluginName],
          [texts.description, description],
          [texts.location, location],
          [texts.status, status === 'COMMITTED' ? undefined : status],
          [texts.id, String(resourceId)],
        ]}
      />
      {isEdited && <EditResource resource={resource} close={() => setEdited(false)} />}
    </Part>
  );
}

const RESOURCE = '/rest/resource/{id}';

/** Changes name, location and description. */
function EditResource({ resource, close }: OfResource & { close: () => void }): ReactNode {
  const [name, setName] = useState(resource.resourceName);
  const [location, setLocation] = useState(resource.location ?? '');
  const [description, setDescription] = useState(resource.description ?? '');
  const queries = useQueryClient();
  const save = async (): Promise<void> => {
    const body = { ...resource, resourceName: name, location: location || null, description: description || null };
    await wardstone.put(RESOURCE, { path: { id: resource.resourceId }, body });
    await queries.invalidateQueries({ queryKey: [RESOURCE] });
  };
  return (
    <FormDialog
      title={texts.edit.title}
      action={texts.edit.save}
      isReady={name.trim() !== ''}
      submit={save}
      close={close}
    >
      <TextField label={texts.name} value={name} change={setName} isRequired />
      <TextField label={texts.location} value={location} change={setLocation} />
      <LongTextField id="edit-description" label={texts.description} value={description} change={setDescription} />
    </FormDialog>
  );
}

/** Newest changes of the resource and its children. */
function ResourceHistory({ changes }: { changes: readonly ResourceChange[] }): ReactNode {
  return (
    <Part title={texts.changes.title}>
      <DataTable<ResourceChange>
        label={texts.changes.title}
        rows={changes}
        toKey={(change) => String(changes.indexOf(change))}
        columns={[
          column('time', texts.changes.time, ({ time }) => <Time at={time} />),
          column('what', texts.changes.what, (change) => <Change change={change} />),
          column('where', texts.now.where, ({ resourceId, resourceName }) => (
            <Link to={`/inventory/${resourceId}`}>{resourceName}</Link>
          )),
          column('status', texts.changes.status, ({ status }) => (status && texts.changes.statuses[status]) ?? '–'),
          column('by', texts.changes.by, ({ by }) => by ?? '–'),
        ]}
        empty={<EmptyPart title={texts.changes.none} headingLevel="h3" />}
      />
    </Part>
  );
}

function Change({ change: { kind, name, job, resourceId } }: { change: ResourceChange }): ReactNode {
  const text = texts.changes.kinds[kind](name ?? '');
  const page = `/inventory/${resourceId}`;
  if (kind === 'OPERATION' && job !== null) {
    return <Link to={`${page}/operations?job=${encodeURIComponent(job)}`}>{text}</Link>;
  }
  return kind === 'CONFIGURATION' ? <Link to={`${page}/configuration`}>{text}</Link> : text;
}

const { compliance: policyTexts } = texts;
const MAX_POLICIES = 10;

interface PolicyOfSystem {
  system: SystemRecord;
  policy: { id: string; title: string };
  result: TestResultRecord | undefined;
}

/** Policies of the systems that are this host; nothing if there are none or the viewer may see none. */
export function ResourceCompliance({ resource }: OfResource): ReactNode {
  const mayRead = useMayReadFindings();
  const query = useFetched(
    [COMPLIANCE, 'systems', resource.resourceId, resource.resourceName, mayRead],
    async (signal) => (mayRead ? getPolicies(resource, signal) : []),
  );
  const { data: rows = [], error, refetch } = query;
  if (error) return <ErrorState error={error} title={policyTexts.failedToLoad} retry={() => void refetch()} />;
  if (rows.length === 0) return null;
  return (
    <Part title={policyTexts.title}>
      <DataTable<PolicyOfSystem>
        label={policyTexts.title}
        rows={rows}
        toKey={({ system, policy }) => `${system.id} ${policy.id}`}
        columns={[
          column('policy', complianceTexts.policy, ({ policy: { id, title } }) => (
            <Link to={`/compliance/policies/${id}`}>{title}</Link>
          )),
          column('system', complianceTexts.system, ({ system: { id, display_name: name } }) => (
            <Link to={`/compliance/systems/${id}`}>{name}</Link>
          )),
          column('verdict', complianceTexts.verdict, ({ result }) =>
            result ? <VerdictLabel value={result.verdict} /> : '–',
          ),
          column('score', complianceTexts.score, 'number', ({ result }) =>
            result ? scoreText(getScore(result)) : '–',
          ),
          column('failed', policyTexts.failed, 'number', ({ result }) => result?.failed_rule_count ?? '–'),
          column('scanned', policyTexts.scanned, ({ result }) => <Time at={result?.end_time} />),
        ]}
      />
    </Part>
  );
}

async function getPolicies(resource: OfResource['resource'], signal: AbortSignal): Promise<readonly PolicyOfSystem[]> {
  const systems = await fetchSystems(toHost(resource), signal);
  const of = systems.map(async (system) => {
    const policies = (system.policies ?? []).slice(0, MAX_POLICIES);
    const ids = policies.map(({ id }) => id);
    const results = await fetchNewestResults(system.id, ids, signal);
    return policies.map((policy, at) => ({ system, policy, result: results[at] }));
  });
  return (await Promise.all(of)).flat();
}
