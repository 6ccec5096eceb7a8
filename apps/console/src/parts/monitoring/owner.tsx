import type { AlertDefinitionRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { alertTexts } from '../../texts/alerts';
import { Place, toPlace } from './place';
import { useMay } from '../../api/caller';

/** Owner of a definition. */
export interface Owner {
  kind: 'resource' | 'group' | 'resourceType';
  id: number;
}

const KINDS = ['resource', 'group', 'resourceType'] as const;

/** The resource, group or type linked by a definition. Pure. */
export function getOwner({ links }: Pick<AlertDefinitionRest, 'links'>): Owner | undefined {
  for (const kind of KINDS) {
    const href = links.find((link) => link[kind])?.[kind]?.href;
    const id = /\/(\d+)$/.exec(href ?? '')?.[1];
    if (id !== undefined) return { kind, id: Number(id) };
  }
  return undefined;
}

/** Name of the owner of a listed definition; a resource with its host. */
export function OwnerLink({ definition: { owner } }: { definition: Pick<AlertDefinitionRest, 'owner'> }): ReactNode {
  if (!owner) return '–';
  const { kind, id, name, ancestry } = owner;
  const { owners } = alertTexts.definition;
  if (kind === 'RESOURCE') return <Place {...toPlace({ resourceId: id, resourceName: name, ancestry })} />;
  return kind === 'GROUP' ? <Link to={`/groups/${id}`}>{owners.group(name)}</Link> : owners.resourceType(name);
}

/**
 * Returns a function that checks whether the viewer may change a definition; those of types require the permission for
 * settings.
 */
export function useMayChange(): (definition: Pick<AlertDefinitionRest, 'links'>) => boolean {
  const mayAlert = useMay('MANAGE_ALERTS');
  const maySet = useMay('MANAGE_SETTINGS');
  return (definition) => (getOwner(definition)?.kind === 'resourceType' ? maySet : mayAlert);
}
