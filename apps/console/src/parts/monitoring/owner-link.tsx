import type { AlertDefinitionRest, GroupRest, ResourceTypeRest, ResourceWithType } from '@wardstone/dto/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../api/hooks';
import { alertTexts } from '../../texts/alerts';
import { ownerOf } from './owner';

const PATHS = { resource: '/rest/resource', group: '/rest/group', resourceType: '/rest/resource/type' } as const;

/** What a definition is for, by its name. */
export function OwnerLink({ definition }: { definition: AlertDefinitionRest }): ReactNode {
  const owner = ownerOf(definition);
  const { data } = useApi<Partial<ResourceWithType & GroupRest & ResourceTypeRest>>(
    owner && `${PATHS[owner.kind]}/${owner.id}`,
    { staleTime: 60_000 },
  );
  if (!owner) return '–';
  const name = data?.resourceName ?? data?.name ?? String(owner.id);
  const { owners } = alertTexts.definition;
  if (owner.kind === 'resource') return <Link to={`/inventory/${owner.id}`}>{name}</Link>;
  if (owner.kind === 'group') return <Link to={`/groups/${owner.id}`}>{owners.group(name)}</Link>;
  return owners.resourceType(name);
}
