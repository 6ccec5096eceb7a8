import { Button, Flex } from '@patternfly/react-core';
import { useQueryClient } from '@tanstack/react-query';
import type { ResourceWithType } from '@wardstone/client/monitoring';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConsolePage, LinkButton, Part } from '../parts/page';
import { BY_NAME, pagesFrom } from '../api/monitoring';
import { column, List } from '../parts/list';
import { useAction, useGet, wardstone } from '../api/client';
import { EmptyPart, ErrorState, LoadingLines } from '../parts/states';
import { choice, useQueryString } from '../parts/filters';
import { SAVED } from '../parts/unsaved';
import { useMay } from '../api/caller';
import { alertTexts } from '../texts/alerts';
import { inventoryTexts } from '../texts/inventory';
import { DefinitionForm } from './definition-form';
import {
  CHECKED,
  type DefinitionDraft,
  type GivenCondition,
  newDefinition,
  toDefinition,
} from './domain/definition-draft';
import { EXPRESSION, METRIC } from '../parts/monitoring/new-definition-path';
import type { Owner } from '../parts/monitoring/owner';
import { PARENT_COLUMN, TYPE_COLUMN } from '../parts/monitoring/resource-columns';
import { useTypeOptions } from '../parts/monitoring/use-type-options';
import { isInstallation, type Sample, useSample } from './use-sample';

const texts = alertTexts.definition;
const LIST = '/rest/alert/definitions';
const INSTALLATION = '/rest/alert/installation';
const TRAIL = [
  { title: alertTexts.title, to: '/alerts' },
  { title: texts.list.title, to: '/alerts/definitions' },
];

/**
 * Form of a new definition for the resource, group or type in the address; without one, it is chosen first. An expression
 * applies to the whole installation if there is a resource for that.
 */
export function NewDefinition(): ReactNode {
  const [search] = useQueryString();
  const named = getStart(search);
  const isSought = named === undefined && search.has(EXPRESSION);
  const installation = useGet(INSTALLATION, isSought && {});
  const found = installation.data && { kind: 'resource' as const, id: installation.data.resourceId };
  const start = named ?? (isSought ? found : undefined);
  const { sample, error } = useSample(start);
  return (
    <ConsolePage title={texts.newTitle} trail={TRAIL}>
      {error && <ErrorState error={error} />}
      {isSought && installation.isPending ? (
        <LoadingLines />
      ) : !start ? (
        <ChooseResource />
      ) : sample === null ? (
        <EmptyPart title={texts.dryRun.noResource} />
      ) : sample ? (
        <Create key={sample.resource.resourceId} sample={sample} start={start} />
      ) : (
        !error && <LoadingLines />
      )}
    </ConsolePage>
  );
}

function getStart(search: URLSearchParams): Owner | undefined {
  for (const kind of ['group', 'resource', 'resourceType'] as const) {
    const id = search.get(kind);
    if (id !== null && /^\d+$/.test(id)) return { kind, id: Number(id) };
  }
  return undefined;
}

function getGiven(search: URLSearchParams): GivenCondition {
  const metric = search.get(METRIC) ?? '';
  return {
    ...(/^\d+$/.test(metric) ? { metric: Number(metric) } : {}),
    expression: search.get(EXPRESSION) ?? undefined,
  };
}

function Create({ sample, start }: { sample: Sample; start: Owner }): ReactNode {
  const { resource } = sample;
  const [owner, setOwner] = useState(start);
  const group = useGet('/rest/group/{id}', start.kind === 'group' && { path: { id: start.id } }).data;
  const mayWatchTypes = useMay('MANAGE_SETTINGS');
  const [search] = useQueryString();
  const [initial] = useState(() => newDefinition(sample.schedules, getGiven(search)));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { resourceId, resourceName, typeId, typeName } = resource;
  const scopes: { owner: Owner; label: string }[] =
    start.kind === 'group'
      ? [{ owner: start, label: texts.scopes.group(group?.name ?? String(start.id)) }]
      : [{ owner: { kind: 'resource', id: resourceId }, label: texts.scopes.resource(resourceName) }];
  if (start.kind !== 'group' && typeId !== null && mayWatchTypes && !isInstallation(resource)) {
    scopes.push({ owner: { kind: 'resourceType', id: typeId }, label: texts.scopes.resourceType(typeName) });
  }
  const save = async (draft: DefinitionDraft): Promise<void> => {
    const query = { [`${owner.kind}Id`]: owner.id };
    const body = toDefinition(draft, sample.schedules)!;
    const escalation = draft.escalationId === 0 ? {} : { escalationId: draft.escalationId };
    const made = await wardstone.post(LIST, { query: { ...query, ...CHECKED, ...escalation }, body });
    void queries.invalidateQueries({ queryKey: [LIST] });
    await navigate(`/alerts/definitions/${made.id}`, SAVED);
  };
  return (
    <DefinitionForm
      initial={initial}
      sample={sample}
      scopes={scopes}
      owner={owner}
      setOwner={setOwner}
      action={texts.create}
      save={save}
    />
  );
}

/** Chooses the resource for the whole installation, which is created when it is first chosen. */
function ChooseInstallation({ choose }: { choose: (owner: Owner) => void }): ReactNode {
  const mayCreate = useMay('MANAGE_INVENTORY');
  const chosen = useAction(async () => {
    const { resourceId } = await (mayCreate ? wardstone.put(INSTALLATION, {}) : wardstone.get(INSTALLATION, {}));
    choose({ kind: 'resource', id: resourceId });
  });
  return (
    <>
      <p>
        <Button variant="secondary" size="sm" isLoading={chosen.isBusy} onClick={() => chosen.run()}>
          {texts.choose.installation}
        </Button>{' '}
        {texts.choose.installationHelp}
      </p>
      {chosen.error && <ErrorState error={chosen.error} title={texts.choose.installationFailed} />}
    </>
  );
}

/** Chooses a resource, or its type, for a new definition. */
function ChooseResource(): ReactNode {
  const [, change] = useQueryString();
  const mayWatchTypes = useMay('MANAGE_SETTINGS');
  const types = useTypeOptions();
  const choose = ({ kind, id }: Owner): void =>
    change({ [kind]: String(id), q: undefined, typeId: undefined, page: undefined });
  return (
    <Part title={texts.choose.title} className="choose-resource">
      <p>{texts.choose.body}</p>
      <ChooseInstallation choose={choose} />
      <List<ResourceWithType>
        label={texts.choose.title}
        source="/rest/resource"
        fetchPage={pagesFrom('/rest/resource', ['q', 'typeId'], {}, BY_NAME)}
        filters={[
          choice('typeId', inventoryTexts.type, types),
          { kind: 'text', name: 'q', label: inventoryTexts.search },
        ]}
        toKey={({ resourceId }) => String(resourceId)}
        columns={[
          column('name', inventoryTexts.name, ({ resourceName }) => resourceName),
          TYPE_COLUMN,
          PARENT_COLUMN,
          column('use', texts.choose.use, ({ resourceId, resourceName, typeId, typeName }) => (
            <Flex columnGap={{ default: 'columnGapSm' }} rowGap={{ default: 'rowGapSm' }}>
              <Button
                variant="secondary"
                size="sm"
                aria-label={texts.choose.useOf(resourceName)}
                onClick={() => choose({ kind: 'resource', id: resourceId })}
              >
                {texts.choose.use}
              </Button>
              {mayWatchTypes && typeId !== null && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.choose.useTypeOf(typeName)}
                  onClick={() => choose({ kind: 'resourceType', id: typeId })}
                >
                  {texts.choose.useType}
                </Button>
              )}
            </Flex>
          )),
        ]}
        empty={
          <EmptyPart
            {...inventoryTexts.empty}
            action={<LinkButton to="/inventory/discovered">{inventoryTexts.toDiscovery}</LinkButton>}
          />
        }
      />
    </Part>
  );
}
