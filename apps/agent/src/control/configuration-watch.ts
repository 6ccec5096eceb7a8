import { createHash, randomUUID } from 'node:crypto';
import type { ConfigurationReport } from '@wardstone/dto/monitoring';
import type { KnownInventory } from '../domain/known-inventory';
import { dueFor } from '../domain/timetable';
import type { SharedParts } from '../shared-parts';
import type { HostConfiguration } from './host-configuration';
import { HOST_CONTROL } from './permitted-operation';

interface WatchOptions extends Pick<SharedParts, 'state' | 'outbox' | 'clock' | 'target'> {
  configuration: HostConfiguration;
  phaseMs: number;
}

const STATE = 'configurations.json';
const INTERVAL_MS = 10 * 60_000;

/** Reports the configuration of the host first, and then its changes. See rule agents-18. */
export class ConfigurationWatch {
  /** Digests of reported configurations, by resource. */
  private readonly reported: Map<number, string>;
  private readonly readMs = new Map<number, number>();

  constructor(private readonly options: WatchOptions) {
    this.reported = new Map(options.state.read<[number, string][]>(STATE) ?? []);
  }

  async look({ resources }: KnownInventory): Promise<void> {
    const { configuration, clock, phaseMs } = this.options;
    for (const { resourceId, key, pluginName, typeName, status } of resources) {
      if (pluginName !== HOST_CONTROL || typeName !== configuration.typeName || status !== 'COMMITTED') continue;
      const nowMs = clock.now();
      const dueMs = dueFor(this.readMs.get(resourceId), { nowMs, intervalMs: INTERVAL_MS, phaseMs });
      if (dueMs === undefined) continue;
      this.readMs.set(resourceId, dueMs);
      const found = await configuration.read(key);
      if (found) this.report(resourceId, found);
    }
  }

  private report(resourceId: number, found: object): void {
    const { outbox, state, target } = this.options;
    const digest = createHash('sha256').update(JSON.stringify(found)).digest('hex');
    if (this.reported.get(resourceId) === digest) return;
    const reportId = `c-${randomUUID()}`;
    const body: ConfigurationReport = { reportId, items: [{ resourceId, resourceConfig: { ...found } }] };
    // Queued before the digest is saved: if killed in between, it is reported again, and the server ignores the
    // duplicate.
    outbox.add({ id: reportId, method: 'POST', target: `${target}/configurations`, body });
    this.reported.set(resourceId, digest);
    state.write(STATE, [...this.reported]);
  }
}
