import type { SystemBody } from '@wardstone/dto/compliance';
import { parseOsVersion } from '../domain/os-version';
import type { MachineFacts } from '../domain/snapshot';
import { getErrorMessage } from '../server/server-api';
import type { SharedParts } from '../shared-parts';

type HostSystemOptions = Pick<SharedParts, 'server' | 'machine' | 'logger' | 'clock'>;

/** Interval of reports of unchanged facts as a sign of life; the server waits a day for one. */
const AGAIN_MS = 60 * 60 * 1000;

/** Reports the host to the compliance service, which assigns policies to it. See rule agents-12. */
export class HostSystem {
  private reportedMs = -Infinity;
  /** The last logged refusal. */
  private logged: string | undefined;

  constructor(private readonly options: HostSystemOptions) {}

  /**
   * Reports the host once an hour; returns whether the server knows it.
   * @throws Unreachable
   */
  async report(signal: AbortSignal): Promise<boolean> {
    const { server, machine, clock } = this.options;
    if (clock.monotonic() - this.reportedMs < AGAIN_MS) return true;
    const body = getSystem(await machine.facts());
    if (!body) return this.refuse('the operating system has no version number');
    const response = await server.request('PUT', '/api/compliance/v2/agent/system', { body, signal });
    if (response.status >= 300) return this.refuse(getErrorMessage(response));
    this.reportedMs = clock.monotonic();
    this.logged = undefined;
    return true;
  }

  private refuse(reason: string): false {
    if (reason !== this.logged) this.options.logger.warn(`not a system of compliance: ${reason}`);
    this.logged = reason;
    return false;
  }
}

function getSystem({ hostname, distribution, distributionVersion }: MachineFacts): SystemBody | undefined {
  const version = parseOsVersion(distributionVersion);
  return (
    version && {
      display_name: hostname.slice(0, 200).toWellFormed() || 'host',
      os_name: distribution.slice(0, 50).toWellFormed() || null,
      os_major_version: version.major,
      os_minor_version: version.minor,
    }
  );
}
