import { COMPLIANCE_DESCRIPTOR } from './compliance-descriptor';
import { DEMO_DESCRIPTOR } from './demo-descriptor';
import { PLATFORMS_DESCRIPTOR } from './platforms-descriptor';
import { PROCESSES_DESCRIPTOR } from './processes-descriptor';
import { RECEIVED_DESCRIPTOR } from './received-descriptor';

/** The name of the plugin in which platform types are looked up. */
export const PLATFORMS_PLUGIN = 'Platforms';

/** A package that comes with the product: a bare descriptor under a file name. */
export interface BuiltInPlugin {
  readonly fileName: string;
  readonly descriptor: string;
}

/** In the order of their dependencies. They are ordinary packages: a newer one of the same name replaces them. */
export const BUILT_IN_PLUGINS: readonly BuiltInPlugin[] = [
  { fileName: 'platforms-rhq-plugin.xml', descriptor: PLATFORMS_DESCRIPTOR },
  { fileName: 'processes-rhq-plugin.xml', descriptor: PROCESSES_DESCRIPTOR },
  { fileName: 'demo-rhq-plugin.xml', descriptor: DEMO_DESCRIPTOR },
  { fileName: 'compliance-rhq-plugin.xml', descriptor: COMPLIANCE_DESCRIPTOR },
  { fileName: 'received-rhq-plugin.xml', descriptor: RECEIVED_DESCRIPTOR },
];
