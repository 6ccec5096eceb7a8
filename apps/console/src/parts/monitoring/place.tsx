import type { ResourceWithType } from '@wardstone/client/monitoring';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { parseAncestry, type NamedResource } from '../../api/monitoring';
import { LongName } from '../long-name';

interface PlaceProps {
  host: NamedResource;
  /** A child of the host, or the host itself. */
  resource: NamedResource;
}

/** Links to host and resource: `node-137 / eth0`; for a host only its name. */
export function Place({ host, resource }: PlaceProps): ReactNode {
  if (host.id === resource.id) return <ResourceLink {...resource} />;
  return (
    <>
      <ResourceLink {...host} /> / <ResourceLink {...resource} />
    </>
  );
}

function ResourceLink({ id, name }: NamedResource): ReactNode {
  return (
    <Link to={`/inventory/${id}`}>
      <LongName text={name} />
    </Link>
  );
}

/** Host and resource, from the resource's ancestors. Pure. */
export function toPlace(resource: Pick<ResourceWithType, 'resourceId' | 'resourceName' | 'ancestry'>): PlaceProps {
  const own = { id: resource.resourceId, name: resource.resourceName };
  return { host: parseAncestry(resource)[0] ?? own, resource: own };
}

/** Host and resource as text, as shown by `Place`. Pure. */
export function placeText(of: Parameters<typeof toPlace>[0]): string {
  const { host, resource } = toPlace(of);
  return host.id === resource.id ? resource.name : `${host.name} / ${resource.name}`;
}
