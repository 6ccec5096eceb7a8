import { PLATFORMS_PLUGIN } from '../../../plugins/platforms/built-in-plugins';
import type { SentDefinition } from '../../domain/definition-rules';

/** A condition on a metric, which is named as in the descriptor of the plugin. */
interface BuiltInCondition {
  readonly metric: string;
  readonly comparator: '>' | '<';
  /** In the unit of the metric: a share for a percentage, kilobytes for space. */
  readonly threshold: number;
}

/** An alert definition that the product brings for all resources of a type. */
export interface BuiltInDefinition {
  /** Never used for another one: what has been placed once is not placed again. */
  readonly key: string;
  readonly plugin: string;
  readonly type: string;
  readonly definition: SentDefinition & { readonly name: string };
  readonly conditions: readonly BuiltInCondition[];
}

const GIB_IN_KB = 1024 * 1024;
const MACHINES = ['Linux', 'Windows', 'Mac OS X', 'FreeBSD'];

/** A share alone would call a large disk full that has terabytes left. */
const fileSystem = (
  key: string,
  name: string,
  priority: string,
  usedShare: number,
  freeGib: number,
): BuiltInDefinition => ({
  key,
  plugin: PLATFORMS_PLUGIN,
  type: 'File System',
  definition: { name, priority, enabled: true, conditionMode: 'ALL', onceUntilRecovered: true },
  conditions: [
    { metric: 'fileSystemUsage.usePercent', comparator: '>', threshold: usedShare },
    { metric: 'fileSystemUsage.free', comparator: '<', threshold: freeGib * GIB_IN_KB },
  ],
});

const processor = (type: string): BuiltInDefinition => ({
  key: `processor-busy:${type}`,
  plugin: PLATFORMS_PLUGIN,
  type,
  definition: {
    name: 'Processor busy',
    priority: 'MEDIUM',
    enabled: true,
    conditionMode: 'ANY',
    dampeningCategory: 'CONSECUTIVE_COUNT',
    dampeningCount: 3,
    onceUntilRecovered: true,
  },
  conditions: [
    { metric: 'CpuPerc.user', comparator: '>', threshold: 0.9 },
    { metric: 'CpuPerc.sys', comparator: '>', threshold: 0.5 },
  ],
});

/** See rule alerts-54. */
export const BUILT_IN_DEFINITIONS: readonly BuiltInDefinition[] = [
  fileSystem('file-system-almost-full', 'File system almost full', 'MEDIUM', 0.9, 20),
  fileSystem('file-system-full', 'File system full', 'HIGH', 0.97, 5),
  ...MACHINES.map(processor),
];
