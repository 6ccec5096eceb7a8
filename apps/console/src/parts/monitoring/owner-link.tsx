import type { AlertDefinitionRest } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { alertTexts } from '../../texts/alerts';
import { Place, placeOf } from './place';

/** What a definition of a list is for, by its name; of a resource with its host. */
export function OwnerLink({ definition: { owner } }: { definition: Pick<AlertDefinitionRest, 'owner'> }): ReactNode {
  if (!owner) return '–';
  const { kind, id, name, ancestry } = owner;
  const { owners } = alertTexts.definition;
  if (kind === 'RESOURCE') return <Place {...placeOf({ resourceId: id, resourceName: name, ancestry })} />;
  return kind === 'GROUP' ? <Link to={`/groups/${id}`}>{owners.group(name)}</Link> : owners.resourceType(name);
}
