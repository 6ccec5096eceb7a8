import type { ReportedAvailability } from '@wardstone/dto/monitoring';
import type { Configuration } from './parse-configuration';
import { permittedResource, type PermittedKind } from './permitted-operation';
import { CONFIGURATION_SOURCES, type ConfigurationSource } from './read-configuration';

/** Parses the sources of a setting. @throws Error for an unknown one */
export function parseSources(setting: readonly string[]): ConfigurationSource[] {
  return [...new Set(setting)].map((name) => {
    const source = CONFIGURATION_SOURCES.find((each) => each === name);
    if (source) return source;
    throw new Error(`AGENT_CONFIGURATION: "${name}" is not one of ${CONFIGURATION_SOURCES.join(', ')}`);
  });
}

/** The source that reports what the owner of the host permits; absent if nothing is permitted. */
export const PERMISSIONS = 'permissions';
type ConfigurationPart = ConfigurationSource | typeof PERMISSIONS;

const DESCRIPTIONS: Readonly<Record<ConfigurationPart, string>> = {
  permissions: 'What the owner of the host permits the agent to do',
  kernel: 'Release of the kernel',
  packages: 'Installed packages and their versions',
  units: 'Which systemd units are enabled',
  sysctl: 'Parameters of the kernel',
  mounts: 'Mounted file systems and their options',
  sockets: 'Ports that programs listen on',
  users: 'Users, their numbers and shells',
};

/** The parts of the host's configuration that its owner permits to report. See rule agents-18. */
export class HostConfiguration implements PermittedKind {
  readonly typeName = 'Host Configuration';
  readonly problems: readonly string[] = [];
  /** Whether each source was readable last time. */
  private readonly isRead = new Map<string, boolean>();

  constructor(
    private readonly listed: readonly ConfigurationPart[],
    private readonly readPart: (part: ConfigurationPart) => Promise<Configuration | undefined>,
  ) {}

  discover(): ReturnType<PermittedKind['discover']> {
    return Promise.resolve(this.listed.map((part) => permittedResource(this.typeName, part, DESCRIPTIONS[part])));
  }

  getOperation(): undefined {
    return undefined;
  }

  readAvailability(keys: readonly string[]): Promise<ReportedAvailability['type'][]> {
    return Promise.resolve(
      keys.map((key) => {
        const isRead = this.isRead.get(key);
        return isRead === undefined ? 'UNKNOWN' : isRead ? 'UP' : 'DOWN';
      }),
    );
  }

  /** Undefined if the part is not listed, or the host does not have it. */
  async read(key: string): Promise<Configuration | undefined> {
    const part = this.listed.find((each) => each === key);
    const found = part && (await this.readPart(part).catch(() => undefined));
    if (part) this.isRead.set(part, found !== undefined);
    return found;
  }
}
