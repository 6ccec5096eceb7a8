import type { ExpressionResource } from '@wardstone/testing';

type Given = Partial<
  Omit<ExpressionResource, 'traits' | 'pluginConfiguration' | 'resourceConfiguration' | 'groups'>
> & {
  traits?: Record<string, string | null>;
  plugin?: Record<string, string | null>;
  config?: Record<string, string | null>;
  groups?: readonly string[];
};

let lastId = 10_000;

/** A CPU in inventory; each test sets only what matters to it. */
export function aResource({
  traits = {},
  plugin = {},
  config = {},
  groups = [],
  ...over
}: Given = {}): ExpressionResource {
  const id = over.id ?? ++lastId;
  return {
    parentId: null,
    isCommitted: true,
    name: `resource ${id}`,
    version: null,
    typePlugin: 'Platforms',
    typeName: 'CPU',
    typeCategory: 'SERVICE',
    availability: 'UP',
    ...over,
    id,
    traits: new Map(Object.entries(traits)),
    pluginConfiguration: new Map(Object.entries(plugin)),
    resourceConfiguration: new Map(Object.entries(config)),
    groups: new Set(groups),
  };
}
