import type { AlertDefinitionRest } from '@wardstone/client/monitoring';

/** What a definition is for. */
export interface Owner {
  kind: 'resource' | 'group' | 'resourceType';
  id: number;
}

const KINDS = ['resource', 'group', 'resourceType'] as const;

/** The resource, group or type that the link of a definition names. Pure. */
export function ownerOf({ links }: Pick<AlertDefinitionRest, 'links'>): Owner | undefined {
  for (const kind of KINDS) {
    const href = links.find((link) => link[kind])?.[kind]?.href;
    const id = /\/(\d+)$/.exec(href ?? '')?.[1];
    if (id !== undefined) return { kind, id: Number(id) };
  }
  return undefined;
}
