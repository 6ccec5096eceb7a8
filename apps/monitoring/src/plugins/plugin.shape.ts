import { flag, integer, links, recordShape, text } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

/** A plugin as clients see it. Source: plugin spec 6.2. */
export const PLUGIN = recordShape({
  name: 'PluginRest',
  element: 'plugin',
  description: 'A plugin that taught the server resource types',
  fields: {
    id: integer('Id of the plugin'),
    name: text('Name, which resource types are looked up by together with their own'),
    displayName: text('Name for people'),
    version: text('Version of the package'),
    enabled: flag('Whether agents get the plugin'),
    status: text('DELETED from its deletion until the last of its resources is erased', {
      oneOf: ['INSTALLED', 'DELETED'],
    }),
    links: links('Always empty', { element: 'link' }),
  },
});
export type PluginRecord = RecordOf<typeof PLUGIN>;

export const EXAMPLE_PLUGIN: PluginRecord = {
  id: 10031,
  name: 'AcmeGateway',
  displayName: 'Acme Gateway',
  version: '1.4.0',
  enabled: true,
  status: 'INSTALLED',
  links: [],
};
