import path from 'node:path';
import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import type { DiscoveredResource } from '../domain/discovered-tree';
import type { KnownResource } from '../domain/known-inventory';
import type { AgentConfig } from '../agent.config';
import { PermittedFiles } from '../machine/permitted-files';
import { ReadGuard } from '../machine/read-guard';
import type { Machine } from '../domain/snapshot';
import { HostConfiguration, parseSources, PERMISSIONS } from './host-configuration';
import { LogFiles } from './log-files';
import { HOST_CONTROL, type PermittedKind, type PermittedOperation } from './permitted-operation';
import { readConfiguration } from './read-configuration';
import { permittedSettings } from './permitted-settings';
import { Scripts } from './scripts';
import { parseSignals, Signals } from './signals';
import { parseUnits } from './unit-names';
import { Units } from './units';

type Availability = ReportedAvailability['type'];

/** Operations and configuration that the owner of the host permits; off by default. See rule agents-17. */
export class HostControl {
  constructor(private readonly kinds: readonly PermittedKind[]) {}

  get problems(): readonly string[] {
    return this.kinds.flatMap(({ problems }) => problems);
  }

  async discover(): Promise<DiscoveredResource[]> {
    return (await Promise.all(this.kinds.map((kind) => kind.discover()))).flat();
  }

  getOperation(resource: KnownResource, name: string): PermittedOperation | undefined {
    return this.findKind(resource)?.getOperation(resource.key, name);
  }

  /** Availability of the resources of this plugin, by resource id. */
  async readAvailability(resources: readonly KnownResource[]): Promise<ReadonlyMap<number, Availability>> {
    const found = new Map<number, Availability>();
    for (const kind of this.kinds) {
      const own = resources.filter((resource) => this.findKind(resource) === kind);
      const availabilities = own.length === 0 ? [] : await kind.readAvailability(own.map(({ key }) => key));
      for (const [at, { resourceId }] of own.entries()) found.set(resourceId, availabilities[at]!);
    }
    return found;
  }

  private findKind({ pluginName, typeName }: KnownResource): PermittedKind | undefined {
    return pluginName === HOST_CONTROL ? this.kinds.find((kind) => kind.typeName === typeName) : undefined;
  }
}

interface HostControlParts {
  control: HostControl;
  configuration: HostConfiguration;
}

/**
 * Creates it from the owner's settings.
 * @throws Error for an invalid setting
 */
export function hostControl(config: Readonly<AgentConfig>, machine: Machine): HostControlParts {
  const { AGENT_UNITS, AGENT_SYSTEMCTL: systemctl, AGENT_LOG_TAIL, AGENT_LOG_FILES, AGENT_SCRIPTS } = config;
  const listed = AGENT_LOG_TAIL ? AGENT_LOG_FILES : [];
  const files = new PermittedFiles({ roots: [], ownFiles: listed });
  const permitted = permittedSettings(config);
  const sources = parseSources(config.AGENT_CONFIGURATION);
  const parts = Object.keys(permitted).length === 0 ? sources : ([...sources, PERMISSIONS] as const);
  const configuration = new HostConfiguration(parts, (part) =>
    part === PERMISSIONS ? Promise.resolve(permitted) : readConfiguration(part, () => machine.snapshot()),
  );
  const control = new HostControl([
    configuration,
    new Units({ listed: parseUnits(AGENT_UNITS), systemctl }),
    new LogFiles({ listed, files, guard: new ReadGuard() }),
    new Signals({ listed: parseSignals(config.AGENT_SIGNALS) }),
    new Scripts(AGENT_SCRIPTS === undefined ? undefined : path.resolve(AGENT_SCRIPTS)),
  ]);
  return { control, configuration };
}
